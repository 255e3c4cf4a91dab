import { normalizeColumn } from './cells.ts';
import type { Mapping } from './formats.ts';
import type { FieldName } from './row.ts';

/** Common column names in custom files, by field. */
const commonNames: Readonly<Record<FieldName, readonly string[]>> = {
  url: ['url', 'longurl', 'destination', 'destinationurl', 'target', 'originalurl', 'address', 'link'],
  alias: ['alias', 'slug', 'key', 'keyword', 'shortcode', 'path', 'custom', 'backhalf'],
  domain: ['domain', 'host'],
  title: ['title', 'name'],
  description: ['description', 'note', 'notes', 'comments', 'comment'],
  tags: ['tags', 'tag', 'labels'],
  channels: ['channels', 'channel', 'folder'],
  campaign: ['campaign'],
  visibility: ['visibility', 'status'],
  expiry: ['expiry', 'expires', 'expiresat', 'expirationdate', 'validuntil'],
  clickLimit: ['clicklimit', 'maxclicks', 'maxvisits'],
  password: ['password'],
  created: ['created', 'createdat', 'date', 'timestamp'],
  clicks: ['clicks', 'totalclicks', 'hits', 'visits', 'engagements'],
};

/** Guesses the mapping of columns to fields. */
export function guessMapping(columns: readonly string[]): Mapping {
  const guess = (field: FieldName) =>
    columns.find((column) => commonNames[field].includes(normalizeColumn(column)));
  return Object.fromEntries(
    (Object.keys(commonNames) as FieldName[]).flatMap((field) => {
      const column = guess(field);
      return column === undefined ? [] : [[field, column]];
    }),
  );
}
