import { entryOf } from './entry.ts';
import type { Entry } from './entry.ts';

/** Tools that have every word of a search, the best first; without words, all of a category or all there are. */
export function searchTools(query = '', category = ''): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const inCategory = [...entryOf.values()].filter((entry) => category === '' || entry.category === category);
  if (words.length === 0) return inCategory.sort((a, b) => isTwin(a) - isTwin(b));
  return inCategory
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.entry.title.length - b.entry.title.length)
    .map(({ entry }) => entry);
}

/** One of many near-twins that a file declares: these come after tools that have a file of their own. */
const isTwin = ({ slug, module }: Entry) => (module.endsWith(`/${slug}`) ? 0 : 1);

/** Zero when a word is nowhere. A word at the start of the title counts most. */
function rankOf({ slug, title, summary, keywords }: Entry, words: readonly string[]): number {
  const name = title.toLowerCase();
  const rest = `${slug} ${keywords} ${summary}`.toLowerCase();
  let rank = 0;
  for (const word of words) {
    if (name.startsWith(word)) rank += 8;
    else if (name.includes(` ${word}`)) rank += 5;
    else if (name.includes(word)) rank += 3;
    else if (rest.includes(word)) rank += 1;
    else return 0;
  }
  return rank;
}
