/** No name in the DNS has more characters. */
export const longestHost = 253;

/** On one line: white space and control characters in a row are a single space, with none at the ends. */
export const toLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** On several lines that end in `\n`, with no white space around the whole. */
export const toLines = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();

/** How long a person would say the text is: code points rather than UTF-16 units, so that an emoji is one. */
export function lengthOf(text: string): number {
  return text.match(/./gsu)?.length ?? 0;
}

/**
 * In one of Unicode's normal forms. Of combining marks in a row 30 stay, which is Unicode's Stream-Safe Text Format:
 * putting a longer run in order takes time by its square.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(/(?<!\p{M})(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
