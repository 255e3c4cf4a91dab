import { sql, type RawBuilder, type SqlBool } from 'kysely';

const maxWords = 5;

/** Whether a name, which is `search.name(…)` of what is indexed so, has each of the words in it, accents and letter case aside. */
export function nameMatches(name: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool>[] {
  const words = typed.replace(/^@/, '').split(/\s+/).filter(Boolean).slice(0, maxWords);
  return words.map((word) => sql<SqlBool>`${name} like any (search.name_patterns(${word}))`);
}

/** Whether it is anywhere in the name, with its spaces. */
export const nameContains = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`search.name(${name}) like '%' || search.literal(search.name(${typed})) || '%'`;
