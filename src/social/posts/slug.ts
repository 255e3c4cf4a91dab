import { normalize } from '../../kernel/text.ts';

const longest = 80;

/** The slug of a title: letters and digits of any script, with words joined by hyphens. Never empty. */
export function slugOf(title: string): string {
  const words = normalize(title, 'NFKD')
    .replaceAll(/(?<=[a-z])\p{M}+/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  const slug = (words ?? []).join('-');
  if (slug.length <= longest) return slug || 'untitled';
  const cut = slug.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), longest / 2));
}
