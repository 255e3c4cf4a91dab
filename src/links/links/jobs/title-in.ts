import { toLine } from '../../../kernel/text.ts';

const longest = 255;

const named: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', middot: '·',
  bull: '•', laquo: '«', raquo: '»', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', copy: '©', reg: '®', trade: '™',
}; // prettier-ignore

/** Returns the title of an HTML document as one line of plain text, or undefined if it has none. */
export function titleIn(markup: string): string | undefined {
  const title = toLine(decode(rawTitle(markup)));
  return Array.from(title).slice(0, longest).join('') || undefined;
}

// Runs two searches in linear time. A single pattern for both tags would take seconds for a page of only
// opening tags.
function rawTitle(markup: string): string {
  const opening = /<title(?:\s[^<>]*)?>/i.exec(markup);
  if (!opening) return '';
  const rest = markup.slice(opening.index + opening[0].length);
  return rest.slice(0, Math.max(0, rest.search(/<\/title/i)));
}

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole: string, ...groups: (string | undefined)[]) => {
      const [decimal, hex, name] = groups;
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
