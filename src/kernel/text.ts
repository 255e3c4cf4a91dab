import { invalid, msg } from './problem.ts';

/** Maximum length of a DNS name. */
export const longestHost = 253;

/**
 * Removes what some format refuses: control characters other than tabs and line breaks, and noncharacters such as
 * U+FFFF. Replaces lone surrogates. What is stored then fits JSON, XML, CSV, vCards and HTML.
 */
export const toStorable = (text: string): string => toCharacters(text).replaceAll(controls, '');

const controls = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g;

/** Removes noncharacters and replaces lone surrogates, which no text contains. Keeps control characters. */
export const toCharacters = (text: string): string =>
  text.toWellFormed().replaceAll(/\p{Noncharacter_Code_Point}/gu, '');

/** Removes the characters that XML 1.0 refuses, even escaped, from a whole document. */
export const toXmlText = (document: string): string =>
  document
    .toWellFormed()
    .replaceAll(
      /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/giu,
      '',
    );

/** Normalizes to one line: collapses white space and control characters to single spaces and trims. */
export const toLine = (text: string): string =>
  toCharacters(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Normalizes line breaks to `\n` and trims. */
export const toLines = (text: string): string => toStorable(text).replaceAll(/\r\n?/g, '\n').trim();

const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;

/** The direction of a whole text: that of its first letter, as `dir="auto"` has it for one element. */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';

/** Length in code points rather than UTF-16 units, so that most emojis count as one. */
export function lengthOf(text: string): number {
  return text.match(/./gsu)?.length ?? 0;
}

/**
 * Applies a Unicode normalization form. Keeps at most 30 combining marks in a row (Unicode's Stream-Safe Text
 * Format), because reordering longer runs takes quadratic time.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(/(?<!\p{M})(\p{M}{30})\p{M}+/gu, '$1').normalize(form);

/** A text as it is searched in memory: lower case, without accents and invisible characters. */
export const foldAccents = (text: string): string =>
  normalize(text, 'NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '');

/** The first words of a query over texts from `foldAccents`. Quotation marks and emoji separate words. */
export const queryWords = (query: string): string[] =>
  foldAccents(query.slice(0, 300))
    .split(/[\s"]+|[^\0-\x7f\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);

/**
 * Returns an equal string that shares no memory with the one it was cut from. V8 keeps the whole request path
 * or header in memory for a part of it, which matters for the keys of caches.
 */
export const copyOf = (text: string): string => Buffer.from(text).toString();

// Stacked accents can make one character arbitrarily long, so the average length per character is limited.
const maxUnits = 4;

const visible = /[^\s\p{Cf}\p{Cc}\u2800\u3164\uFE0F]/u;

/**
 * Normalizes multi-paragraph text for storage: one kind of line break, only characters
 * that every format can contain, at most two empty lines in a row. Throws a `Problem` at `field` if it has more than `longest`
 * user-perceived characters: a flag or a family emoji counts as one.
 */
export function cleanText(typed: string, field: string, longest: number): string {
  const text = withoutTrailing(toStorable(typed).replaceAll(/\r\n?/g, '\n'))
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim();
  if (isLonger(text, longest)) throw invalid(field, msg('Use at most {longest} characters', { longest }));
  return text;
}

/** Removes spaces at the ends of lines. Few texts have any, and finding one is cheap. */
const withoutTrailing = (text: string): string =>
  /[^\S\n]\n/.test(text)
    ? text
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
    : text;

/** Whether the text has no visible characters. */
export const isBlank = (text: string) => !visible.test(text);

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function isLonger(text: string, longest: number): boolean {
  if (text.length <= longest) return false;
  if (text.length > longest * maxUnits || countPlain(text) > longest) return true;
  const segments = characters.segment(text)[Symbol.iterator]();
  for (let count = 0; count <= longest; count += 1) if (segments.next().done) return false;
  return true;
}

/** Counts ASCII after ASCII, each of which is a character of its own: finding the others costs a hundred times as much. */
function countPlain(text: string): number {
  let count = 0;
  let isPlain = false;
  for (let index = 0; index < text.length; index += 1) {
    const wasPlain = isPlain;
    isPlain = text.charCodeAt(index) < 0x80;
    if (wasPlain && isPlain) count += 1;
  }
  return count;
}

/** Returns the text as part of a line of Markdown, where none of it is markup. */
export const toMarkdownLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');

/**
 * A domain name, optionally followed by a port, path, query or fragment: `example.com`,
 * `example.com:8080/a?b`. Does not match `javascript:` or `mailto:`.
 */
const bare =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}(?::\d{1,5})?(?:[/?#].*)?$/su;

/** Completes a URL typed into a form: `example.com` becomes `https://example.com`. */
export function completeUrl(text: string): string {
  const given = text.trim();
  return bare.test(given) ? `https://${given}` : text;
}

/** Decodes a page with the charset of the header or, failing that, of its head. */
export function decodePage(body: Buffer, type: string): string {
  const head = body.subarray(0, 1024).toString('latin1');
  const name =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^<>]+charset=["']?([\w-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(name ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8');
  }
}
