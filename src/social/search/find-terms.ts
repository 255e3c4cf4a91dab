import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { indexPositionOf } from '../glossary/term.ts';

/** A glossary term in search results. */
export interface FoundTerm {
  slug: string;
  name: string;
  /** Markdown. */
  definition: string;
}

/** Finds terms by name or by words of their definition. */
export function termsNamed(
  { db }: Pick<App, 'db'>,
  tsquery: string,
  words: readonly string[],
  limit: number,
) {
  const name = words.join(' ');
  const { sortKey } = indexPositionOf(name);
  return db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        // An empty tsquery matches nothing but logs a notice each time.
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

/** The range of the sort order with this prefix. */
const beginningWith = (sortKey: string) => [
  sql<boolean>`term.sort_key >= ${sortKey}`,
  sql<boolean>`term.sort_key < ${`${sortKey}\u{10ffff}`}`,
];

export const findTermsBeginning = ({ db }: Pick<App, 'db'>, name: string, limit: number) =>
  db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .where((eb) => eb.and(beginningWith(indexPositionOf(name).sortKey)))
    .orderBy('term.sort_key')
    .limit(limit)
    .select(['term.slug', 'term.name'])
    .execute();
