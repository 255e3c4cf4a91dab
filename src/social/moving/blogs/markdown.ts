import { createHash } from 'node:crypto';
import { readMarkup, withoutTags } from '../../../platform/sandbox/markup.ts';
import { mediaAddress, type TextFile } from '../community/discourse-text.ts';

/** An article of a blog. Pictures are in the archive, or fetched from where the blog was. */
export interface ArticleEntry {
  title: string;
  /** Markdown, with files as `media:` addresses. */
  text: string;
  tags: readonly string[];
  privacy: 'public' | 'friends' | 'me';
  /** ISO 8601, or empty. */
  at: string;
  files: readonly TextFile[];
}

const maxPictures = 50;

/** Converts the HTML of a blog. `base` is where it was, for the addresses of its pictures. */
export async function blogToMarkdown(
  markup: string,
  base: string,
): Promise<{ text: string; files: TextFile[] }> {
  const { default: Turndown } = await import('turndown');
  const files = new Map<string, TextFile>();
  const service = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    br: '\\',
  });
  service.addRule('picture', {
    filter: 'img',
    replacement: (_text, node) => {
      const [source, alt] = ['src', 'alt'].map((name) => (node as Element).getAttribute(name) ?? '');
      const address = URL.parse(source ?? '', base || undefined);
      if (!address || !/^https?:$/.test(address.protocol) || files.size >= maxPictures) return '';
      const name = `${createHash('sha1').update(address.href).digest('hex')}.picture`;
      const label = (alt ?? '')
        .replaceAll(/[[\]\n]/g, ' ')
        .trim()
        .slice(0, 300);
      files.set(name, { name, alt: label, address: address.href });
      return `![${label}](${mediaAddress}${name})`;
    },
  });
  service.remove(['script', 'style', 'iframe', 'noscript']);
  return { text: service.turndown(await balanced(markup)).trim(), files: [...files.values()] };
}

/** Elements that the converter's parser opens again in each block, until they are closed. */
const formatting = new Set(
  ['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u'],
); // prettier-ignore
/** Further ones in each other are of no use. */
const maxFormatting = 8;
const empty =
  /^(?:area|base|basefont|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;

/**
 * Closes what is open where its block ends, because what is open costs the converter's parser time in each further
 * block. Markup that is nested deeper than any article becomes its text.
 */
async function balanced(markup: string): Promise<string> {
  const parts: string[] = [];
  const open: boolean[] = [];
  let formats = 0;
  const isWhole = await readMarkup(
    markup,
    {
      onopentag: (name, attributes) => {
        const isFormat = formatting.has(name);
        if (isFormat) formats += 1;
        const isWritten = !isFormat || formats <= maxFormatting;
        open.push(isWritten);
        if (!isWritten) return;
        const about = Object.entries(attributes)
          .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
          .join('');
        parts.push(`<${name}${about}>`);
      },
      ontext: (text) => parts.push(text),
      onclosetag: (name) => {
        if (formatting.has(name)) formats -= 1;
        if (open.pop() && !empty.test(name)) parts.push(`</${name}>`);
      },
    },
    { decodeEntities: false },
  );
  return isWhole ? parts.join('') : withoutTags(markup);
}
