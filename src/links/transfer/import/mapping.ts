import { rows } from '../../shorten/options/options.ts';
import { normalizeColumn } from '../../../kernel/typed-text/csv-head.ts';
import { optionColumns } from './cells.ts';
import type { LinkFormat, Mapping } from './formats.ts';
import type { Cells, FieldName, ImportedLink } from './import.ts';

/** Hop's own CSV, see `toCells`. Columns are matched by letters and digits only. */
export const ownFormat: LinkFormat = {
  label: 'Hop',
  signatures: [['shorturl', 'alias', 'url', 'haspassword', 'switchedoff']],
  toLink: (cells): ImportedLink => {
    const of = (column: string) => text(cells[column]);
    return {
      url: of('url'),
      alias: of('alias'),
      domain: of('domain'),
      title: of('title'),
      description: of('description'),
      tags: of('tags'),
      channels: of('channels'),
      campaign: of('campaign'),
      visibility: of('visibility'),
      expiry: of('expiresat'),
      clickLimit: of('clicklimit'),
      created: of('createdat'),
      clicks: of('clicks'),
      isLocked: of('haspassword') === 'yes',
      isOff: of('switchedoff') === 'yes',
      options: optionsOf(of),
    };
  },
};

/** Columns of options that are read by their rows, and those that are read with them. */
const ownColumns = [
  ...rows.flatMap(([, { csv }]) => (csv?.read ? [normalizeColumn(csv.column)] : [])),
  ...['rules', 'pixels'],
];

const optionsOf = (of: (column: string) => string): Cells =>
  Object.fromEntries(ownColumns.map((column) => [column, of(column)] as const).filter(([, value]) => value));

/** Removes the quote that the export added to escape formulas. */
const text = (cell = '') => cell.replace(/^'(?=[=+\-@\t\r])/, '').trim();

/** Common column names in custom files, by field. */
const commonNames: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  ...Object.fromEntries(optionColumns.map(({ name, column, aliases }) => [name, [column, ...aliases]])),
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
    columns.find((column) => commonNames[field]?.includes(normalizeColumn(column)));
  return Object.fromEntries(
    (Object.keys(commonNames) as FieldName[]).flatMap((field) => {
      const column = guess(field);
      return column === undefined ? [] : [[field, column]];
    }),
  );
}
