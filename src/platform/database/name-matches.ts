import { sql, type RawBuilder, type SqlBool } from 'kysely';

const maxWords = 5;

/**
 * Conditions that a name contains each of the typed words, ignoring accents and letter case. `name` is an
 * indexed `search.name(…)` expression.
 */
export function nameMatches(name: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool>[] {
  const words = typed.replace(/^@/, '').split(/\s+/).filter(Boolean).slice(0, maxWords);
  return words.map((word) => sql<SqlBool>`${name} like any (search.name_patterns(${word}))`);
}

/** Whether the name contains the typed text, including its spaces. */
export const nameContains = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`search.name(${name}) like '%' || search.literal(search.name(${typed})) || '%'`;
