const mostWords = 5;

/** For each word of a search, patterns of which one is to be like somebody's `searchable` names. */
export const namePatterns = (words: string): string[][] =>
  words.toLowerCase().replace(/^@/, '').split(/\s+/).filter(Boolean).slice(0, mostWords).map(patterns);

/** Anywhere in a name; but the index knows words of one or two letters only where a name begins. */
function patterns(word: string): string[] {
  const literal = word.replaceAll(/[\\%_]/g, '\\$&');
  return word.length < 3 ? [`${literal}%`, `% ${literal}%`] : [`%${literal}%`];
}
