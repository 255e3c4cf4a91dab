import { findTextLinks } from '../../../kernel/typed-text/find-links.ts';
import { parseTokens } from '../../../kernel/typed-text/tokens.ts';
import { input, output, tool } from '../../tool.ts';

interface Extractor {
  slug: string;
  title: string;
  example: string;
  find: RegExp | ((text: string) => string[]);
  /** Excludes the first and the last character of a match. */
  isQuoted?: boolean;
}

const findAddresses = (text: string) => findTextLinks(text).map((link) => link.text);

/** The same as in posts. */
const findTokens = (kind: 'hashtag' | 'mention') => (text: string) =>
  parseTokens(text).flatMap((token) => (token.kind === kind ? [token.text] : []));

/** Every pattern is bounded, so that the work is linear in the length of the text. */
const extractors: readonly Extractor[] = [
  { slug: 'email-extractor', title: 'Email', example: 'Write to ada@example.com or bob.k+news@mail.example.org!', find: /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b/gi },
  { slug: 'url-extractor', title: 'URL', example: 'See https://example.com/a?b=1 and http://example.org.', find: findAddresses },
  { slug: 'domain-extractor', title: 'Domain', example: 'https://www.example.com/x and mail.example.org', find: /(?<![\w.-])(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b/gi },
  { slug: 'number-extractor', title: 'Number', example: 'From 3 apples to -4.5 degrees', find: /(?<![\w.])-?\d{1,30}(?:\.\d{1,30})?(?![\w.]\d)/g },
  { slug: 'phone-extractor', title: 'Phone number', example: 'Call +44 20 7946 0958 or (030) 901820', find: /(?<![\w+])(?:\+|\()?\d(?:[ ()./-]{0,2}\d){6,14}(?!\w)/g },
  { slug: 'hashtag-extractor', title: 'Hashtag', example: 'Good #morning from #Köln', find: findTokens('hashtag') },
  { slug: 'mention-extractor', title: 'Mention', example: 'Thanks @ada and @bob_k', find: findTokens('mention') },
  { slug: 'ip-address-extractor', title: 'IP address', example: 'From 192.0.2.1 to 198.51.100.7', find: /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\.?\d)/g },
  { slug: 'date-extractor', title: 'Date', example: 'Between 2026-01-31 and 24/12/2026', find: /(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?!\d)/g },
  { slug: 'hex-color-extractor', title: 'Hex color', example: 'a { color: #2a6f97; background: #fff }', find: /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/gi },
  { slug: 'uuid-extractor', title: 'UUID', example: 'id=6ba7b810-9dad-11d1-80b4-00c04fd430c8;', find: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi },
  { slug: 'quoted-text-extractor', title: 'Quoted text', example: 'She said "hello" and “goodbye”.', find: /"[^"\n]{1,1000}"|“[^“”\n]{1,1000}”/g, isQuoted: true },
]; // prettier-ignore

export default extractors.map(({ slug, title, example, find, isQuoted = false }) =>
  tool({
    slug,
    title: `${title} extractor`,
    summary: `Find every ${title.startsWith('U') || title === 'IP address' ? title : title.toLowerCase()} in a text`,
    keywords: 'extract find scrape list',
    isolated: true,
    input: { text: input.text('Text', example), unique: input.flag('Each once', true) },
    output: { found: output.list('Found'), count: output.integer('Count') },
    run: ({ text, unique }) => {
      const found =
        find instanceof RegExp
          ? Array.from(text.matchAll(find), ([match]) => (isQuoted ? match.slice(1, -1) : match))
          : find(text);
      const listed = unique ? [...new Set(found)] : found;
      return { found: listed, count: listed.length };
    },
  }),
);
