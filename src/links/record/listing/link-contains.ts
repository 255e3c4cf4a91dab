import { sql, type RawBuilder } from 'kysely';
import { nameContains } from '../../../platform/database/name-matches.ts';

/** Whether `link` has the text in its alias, title or long address, letter case and in titles accents aside; each part has an index. */
export const linkContains = (text: string): RawBuilder<boolean> => sql<boolean>`(
  lower(link.alias || ' ' || link.title || ' ' || left(link.url, 1000)) like any (array[
    '%' || search.literal(lower(${text})) || '%', '%' || search.literal(search.name(${text})) || '%'
  ])
  or (octet_length(link.title) <> char_length(link.title) and ${nameContains(sql.ref('link.title'), text)}))`;
