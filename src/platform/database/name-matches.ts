import { sql, type RawBuilder, type SqlBool } from 'kysely';

const maxWords = 5;

/**
 * Conditions that a name contains each of the typed words, ignoring accents and letter case. `name` is an
 * indexed `search.name(…)` expression.
 */
export function nameMatches(name: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool>[] {
  return nameWords(typed).map((word) => sql<SqlBool>`${name} like any (search.name_patterns(${word}))`);
}

/** The words without the punctuation around them. Punctuation alone is a word only if there is no other. */
function nameWords(typed: string): string[] {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, maxWords);
  const inner = words.map(withoutMarks).filter(Boolean);
  return inner.length > 0 ? inner : words;
}

function withoutMarks(word: string): string {
  const characters = Array.from(word);
  const isMark = (character: string) => /\p{P}/u.test(character);
  const start = characters.findIndex((each) => !isMark(each));
  return characters.slice(start, characters.findLastIndex((each) => !isMark(each)) + 1).join('');
}

/** Whether the name contains the typed text, including its spaces. */
export const nameContains = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`search.name(${name}) like '%' || search.literal(trim(search.name(${typed}))) || '%'`;
