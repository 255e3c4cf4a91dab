/** How long a person would say the text is: code points rather than UTF-16 units, so that an emoji is one. */
export function lengthOf(text: string): number {
  return text.match(/./gsu)?.length ?? 0;
}
