/** Maximum length of a DNS name. */
export const longestHost = 253;

/** Normalizes to one line: collapses white space and control characters to single spaces and trims. */
export const toLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Normalizes line breaks to `\n` and trims. */
export const toLines = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();

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

/**
 * Returns an equal string that shares no memory with the one it was cut from. V8 keeps the whole request path
 * or header in memory for a part of it, which matters for the keys of caches.
 */
export const copyOf = (text: string): string => Buffer.from(text).toString();
