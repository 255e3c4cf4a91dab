import { foldAccents } from '../../kernel/text.ts';
import { entryOf } from './entry.ts';
import type { ToolEntry } from './entry.ts';

/**
 * Returns the tools that match every word of a search, best first. Without words, returns all tools or all of
 * a category.
 */
export function searchTools(query = '', category = ''): ToolEntry[] {
  const words = wordsOf(query).slice(0, 8);
  const inCategory = [...entryOf.values()].filter((entry) => category === '' || entry.category === category);
  if (words.length === 0) return inCategory.sort((a, b) => isOneOfMany(a) - isOneOfMany(b));
  return inCategory
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.entry.title.length - b.entry.title.length)
    .map(({ entry }) => entry);
}

/** Punctuation of any language and emoji separate words, except what is part of names such as `text/csv` and `c++`. */
const wordsOf = (query: string): string[] =>
  foldAccents(query)
    .split(/[^\p{L}\p{N}\p{Sc}+=<>#%*/.°-]+/u)
    .map((word) => word.replace(/^[.-]+/, '').replace(/(?<![.-])[.-]+$/, ''))
    .filter(Boolean);

/**
 * Whether the tool is one of many similar ones declared in one file. These rank after tools with their own
 * file.
 */
const isOneOfMany = ({ slug, module }: ToolEntry) => (module.endsWith(`/${slug}`) ? 0 : 1);

/** Returns 0 if a word does not match. A word at the start of the title ranks highest. */
function rankOf({ slug, title, summary, keywords }: ToolEntry, words: readonly string[]): number {
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
