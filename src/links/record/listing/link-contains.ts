import { sql, type RawBuilder } from 'kysely';

/** What is searched of `link`: alias, title and the beginning of the address in small letters, and the title without accents. */
export const searchable = sql<string>`links.searchable(link.alias, link.title, link.url)`;

/** Whether it has each of the texts, letter case and in titles accents aside. There is an index for it. */
export const linkContains = (texts: readonly string[], searched = searchable): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map((text) => contains(searched, text)),
    sql` and `,
  )})`;

function contains(searched: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const typed = like(searched, sql`lower(${text})`);
  // What has no accents is the same without them.
  return /^[\x20-\x7e]*$/.test(text)
    ? typed
    : sql`(${typed} or ${like(searched, sql`search.name(${text})`)})`;
}

/** `select`: the pattern is made once, and not for each link. */
const like = (searched: RawBuilder<string>, text: RawBuilder<unknown>) =>
  sql<boolean>`${searched} like (select '%' || search.literal(${text}) || '%')`;
