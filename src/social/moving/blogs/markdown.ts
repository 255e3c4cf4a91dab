import { createHash } from 'node:crypto';
import { readMarkup } from '../../../platform/sandbox/markup.ts';
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
  return { text: service.turndown(await withoutDepth(markup)).trim(), files: [...files.values()] };
}

/** The text alone of markup that is nested deeper than any article, for which the converter takes minutes. */
const withoutDepth = async (markup: string): Promise<string> =>
  (await readMarkup(markup, {})) ? markup : markup.replaceAll(/<[^<>]*>/g, ' ');
