import { ownFormat } from './own-format.ts';
import type { Cells, FieldName, ImportedLink } from './row.ts';

export const formatNames = ['hop', 'bitly', 'yourls', 'kutt', 'shlink', 'columns'] as const;
export type FormatName = (typeof formatNames)[number];
/** Which column says what, for files of somebody's own. */
export type Mapping = Partial<Record<FieldName, string>>;

export interface Format {
  label: string;
  /** Columns that tell its files from all others. They are compared by letters and digits alone. */
  marks: readonly string[];
  toLink(cells: Cells, mapping: Mapping): ImportedLink;
}

/** Of these columns the first that says something. */
export function cell(cells: Cells, ...names: readonly string[]): string {
  for (const name of names) {
    const value = cells[plain(name)]?.trim();
    if (value && value.toLowerCase() !== 'null' && value !== String.raw`\N`) return value;
  }
  return '';
}

/** The name of a column without what differs between versions of one format: `Long URL` and `long_url` are one. */
export const plain = (column: string) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Host and last part of a short address, with or without scheme. */
export function partsOf(short: string): { domain: string; alias: string } {
  const url = URL.parse(/^https?:\/\//i.test(short) ? short : `https://${short}`);
  return { domain: url?.host ?? '', alias: decode(url?.pathname.replace(/^\/|\/$/g, '') ?? '') };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray per cent sign is refused with the row, as an alias that cannot be.
    return text;
  }
}

const seconds = /^\d{9,11}$/;
/** Seconds since 1970, or a time as it is. */
export const timeOf = (text: string) =>
  seconds.test(text) ? new Date(Number(text) * 1000).toISOString() : text;

/** `a|b`, `a, b` and `["a","b"]` as `a, b`. */
export const listOf = (text: string) =>
  text
    .replace(/^\[|\]$/g, '')
    .split(/[|,;]/)
    .map((name) => name.trim().replace(/^"|"$/g, ''))
    .filter(Boolean)
    .join(', ');

/** In the order in which a file is compared with them. */
export const formats: Readonly<Record<FormatName, Format>> = {
  hop: ownFormat,
  bitly: {
    label: 'Bitly',
    marks: ['link', 'longurl'],
    toLink: (cells) => ({
      ...partsOf(cell(cells, 'custom link', 'custom_links', 'custom_bitlinks', 'link', 'id')),
      isForeign: true,
      url: cell(cells, 'long_url', 'destination url'),
      title: cell(cells, 'title'),
      tags: listOf(cell(cells, 'tags')),
      created: timeOf(cell(cells, 'created_at', 'created', 'date created')),
    }),
  },
  yourls: {
    label: 'YOURLS',
    marks: ['keyword', 'url'],
    toLink: (cells) => ({
      alias: cell(cells, 'keyword'),
      url: cell(cells, 'url'),
      title: cell(cells, 'title'),
      created: timeOf(cell(cells, 'timestamp')),
    }),
  },
  kutt: {
    label: 'Kutt',
    marks: ['address', 'target'],
    toLink: (cells) => ({
      alias: cell(cells, 'address'),
      domain: cell(cells, 'domain') || partsOf(cell(cells, 'link')).domain,
      isForeign: true,
      url: cell(cells, 'target'),
      description: cell(cells, 'description'),
      expiry: cell(cells, 'expire_in'),
      created: cell(cells, 'created_at'),
      isLocked: !['', 'false', '0'].includes(cell(cells, 'password').toLowerCase()),
      isOff: ['true', '1'].includes(cell(cells, 'banned').toLowerCase()),
    }),
  },
  shlink: {
    label: 'Shlink',
    marks: ['shortcode', 'longurl'],
    toLink: (cells) => ({
      alias: cell(cells, 'shortCode') || partsOf(cell(cells, 'shortUrl')).alias,
      domain: cell(cells, 'domain') || partsOf(cell(cells, 'shortUrl')).domain,
      isForeign: true,
      url: cell(cells, 'longUrl'),
      title: cell(cells, 'title'),
      tags: listOf(cell(cells, 'tags')),
      created: cell(cells, 'createdAt', 'dateCreated'),
      expiry: cell(cells, 'validUntil'),
      clickLimit: cell(cells, 'maxVisits'),
    }),
  },
  columns: {
    label: 'Columns of my own',
    marks: [],
    toLink: (cells, mapping) => {
      const of = (field: FieldName) => (mapping[field] ? cell(cells, mapping[field]) : '');
      return {
        url: of('url'),
        alias: of('alias'),
        domain: of('domain'),
        title: of('title'),
        description: of('description'),
        tags: listOf(of('tags')),
        channels: listOf(of('channels')),
        campaign: of('campaign'),
        visibility: of('visibility').toLowerCase(),
        expiry: of('expiry'),
        clickLimit: of('clickLimit'),
        password: of('password'),
        created: timeOf(of('created')),
      };
    },
  },
};

/** Whose export a file with these columns is; `columns` when nobody's. */
export function detectFormat(columns: readonly string[]): FormatName {
  const has = new Set(columns.map(plain));
  return (
    formatNames.find((name) => name !== 'columns' && formats[name].marks.every((mark) => has.has(mark))) ??
    'columns'
  );
}

/** What columns of somebody's own are often called, by what they say. */
const usualNames: Readonly<Record<FieldName, readonly string[]>> = {
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
};

/** Which column is likely to say what. */
export function guessMapping(columns: readonly string[]): Mapping {
  const guess = (field: FieldName) =>
    columns.find((column) => usualNames[field].includes(plain(column)));
  return Object.fromEntries(
    (Object.keys(usualNames) as FieldName[]).flatMap((field) => {
      const column = guess(field);
      return column === undefined ? [] : [[field, column]];
    }),
  );
} // prettier-ignore
