import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { placeOf } from '../glossary/term.ts';

/** A term of the glossary as it is in a list of what was found. */
export interface FoundTerm {
  slug: string;
  name: string;
  /** Markdown. */
  definition: string;
}

/** Terms that are called so, or have the words in what is said of them. */
export function termsNamed(
  { db }: Pick<App, 'db'>,
  tsquery: string,
  words: readonly string[],
  limit: number,
) {
  const name = words.join(' ');
  const { sortKey } = placeOf(name);
  return db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        // An empty query is in no text, but says so each time.
        ...(tsquery === '' ? [] : [sql<boolean>`term.search @@ ${tsquery}::tsquery`]),
        ...(sortKey === '' ? [] : [eb.and(beginningWith(sortKey))]),
      ]),
    )
    .orderBy(sql`search.name(term.name) = search.name(${name})`, 'desc')
    .orderBy(sql`ts_rank(term.search, ${tsquery}::tsquery, 1)`, 'desc')
    .orderBy('term.id')
    .limit(limit)
    .select(['term.slug', 'term.name', 'term.definition']);
}

/** What is in the glossary's order where the name would stand. */
const beginningWith = (sortKey: string) => [
  sql<boolean>`term.sort_key >= ${sortKey}`,
  sql<boolean>`term.sort_key < ${`${sortKey}\u{10ffff}`}`,
];

export const findTermsBeginning = ({ db }: Pick<App, 'db'>, name: string, limit: number) =>
  db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .where((eb) => eb.and(beginningWith(placeOf(name).sortKey)))
    .orderBy('term.sort_key')
    .limit(limit)
    .select(['term.slug', 'term.name'])
    .execute();
