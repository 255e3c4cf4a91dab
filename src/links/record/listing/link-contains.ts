import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for the searched text of `link`: alias, title and start of the URL in lower case, and the title without
 * accents.
 */
export const searchable = sql<string>`links.searchable(link.alias, link.title, link.url)`;

/**
 * SQL condition that the link contains all texts, ignoring case and, in titles, accents. Supported by an
 * index.
 */
export const linkContains = (texts: readonly string[], searched = searchable): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map((text) => contains(searched, text)),
    sql` and `,
  )})`;

function contains(searched: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const typed = like(searched, sql`lower(${text})`);
  // ASCII text has no accents to remove.
  return /^[\x20-\x7e]*$/.test(text)
    ? typed
    : sql`(${typed} or ${like(searched, sql`nullif(trim(search.name(${text})), '')`)})`;
}

/** The subquery computes the pattern once rather than per link. */
const like = (searched: RawBuilder<string>, text: RawBuilder<unknown>) =>
  sql<boolean>`${searched} like (select '%' || search.literal(${text}) || '%')`;
