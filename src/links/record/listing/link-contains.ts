import { sql, type RawBuilder } from 'kysely';

/** What is searched of `link`: alias, title and the beginning of the address in small letters, and the title without accents. */
export const searchable = sql<string>`links.searchable(link.alias, link.title, link.url)`;

/** Whether it has each of the texts, letter case and in titles accents aside. There is an index for it. */
export const linkContains = (texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(texts.map(contains), sql` and `)})`;

function contains(text: string): RawBuilder<boolean> {
  const typed = like(sql`lower(${text})`);
  // What has no accents is the same without them.
  return /^[\x20-\x7e]*$/.test(text) ? typed : sql`(${typed} or ${like(sql`search.name(${text})`)})`;
}

const like = (text: RawBuilder<unknown>) =>
  sql<boolean>`${searchable} like '%' || search.literal(${text}) || '%'`;
