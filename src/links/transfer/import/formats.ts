import { normalizeColumn } from '../../../kernel/typed-text/csv-head.ts';
import { t } from '../../../web/translation/translate.ts';
import { cell, isNo, isYes, joinNames, isHost, splitNames, partsOf, optionColumns, timeOf } from './cells.ts';
import type { ShortAddress } from './cells.ts';
import { ownFormat } from './mapping.ts';
import type { Cells, FieldName, ImportedLink } from './import.ts';

export const formatNames = [
  'hop', 'tinycc', 'shlink', 'rebrandly', 'kutt', 'short', 'dub', 'polr', 'gempixel', 'bitly', 'yourls', 'columns',
] as const; // prettier-ignore
export type LinkFormatName = (typeof formatNames)[number];
/** Column mapping for custom files. */
export type Mapping = Partial<Record<FieldName, string>>;

export interface LinkFormat {
  label: string;
  /** Columns that identify the format, in each of its variants. Only letters and digits are compared. */
  signatures: readonly (readonly string[])[];
  toLink(cells: Cells, mapping: Mapping): ImportedLink;
}

const bitlyAddresses = ['link', 'bitlink', 'bitly link', 'bitly url', 'short link', 'short url'] as const;
const bitlyTargets = ['destination url', 'destination', 'long_url', 'long link'] as const;

/** In order of detection. */
export const formats = (): Readonly<Record<LinkFormatName, LinkFormat>> => ({
  hop: ownFormat,
  tinycc: {
    label: 'tiny.cc',
    signatures: [
      ['hash', 'longurl'],
      ['customhash', 'longurl'],
    ],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'hash', 'custom_hash'), cell(cells, 'short_url')),
      url: cell(cells, 'long_url'),
      title: cell(cells, 'title'),
      description: cell(cells, 'note'),
      tags: joinNames(cell(cells, 'tags')),
      created: timeOf(cell(cells, 'created', 'created_at', 'creation_date')),
      expiry: cell(cells, 'expiration_date'),
      clickLimit: cell(cells, 'max_clicks').replace(/^0$/, ''),
      clicks: cell(cells, 'total_clicks', 'clicks'),
      isLocked: isYes(cell(cells, 'protected')),
    }),
  },
  shlink: {
    label: t('Shlink'),
    signatures: [['shortcode', 'longurl']],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'shortCode'), cell(cells, 'domain') || cell(cells, 'shortUrl')),
      url: cell(cells, 'longUrl'),
      title: cell(cells, 'title'),
      tags: joinNames(cell(cells, 'tags')),
      created: cell(cells, 'createdAt', 'dateCreated'),
      expiry: cell(cells, 'validUntil', 'metaValidUntil'),
      clickLimit: cell(cells, 'maxVisits', 'metaMaxVisits'),
      clicks: cell(cells, 'visits', 'visitsCount', 'visitsSummaryTotal'),
    }),
  },
  rebrandly: {
    label: t('Rebrandly'),
    signatures: [
      ['slashtag', 'destination'],
      ['slashtag', 'destinationurl'],
    ],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'slashtag'), cell(cells, 'domainFullName', 'domain', 'shortUrl')),
      url: cell(cells, 'destination', 'destination url'),
      title: cell(cells, 'title'),
      description: cell(cells, 'description', 'notes'),
      tags: joinNames(cell(cells, 'tags')),
      created: timeOf(cell(cells, 'createdAt', 'creation date', 'created')),
      clicks: cell(cells, 'clicks', 'total clicks'),
    }),
  },
  kutt: {
    label: t('Kutt'),
    // Its API, and its table of links. It has no export.
    signatures: [['address', 'target']],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'address'), cell(cells, 'domain', 'link')),
      url: cell(cells, 'target'),
      description: cell(cells, 'description'),
      expiry: cell(cells, 'expire_in'),
      created: cell(cells, 'created_at'),
      clicks: cell(cells, 'visit_count'),
      isLocked: !['', 'false', '0'].includes(cell(cells, 'password').toLowerCase()),
      isOff: isYes(cell(cells, 'banned')),
    }),
  },
  short: {
    label: t('Short.io'),
    signatures: [
      ['originalurl', 'path'],
      ['originalurl', 'shorturl'],
      ['originallink', 'shortlink'],
    ],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'path', 'slug'), cell(cells, 'domain', 'hostname', 'shortURL', 'short link')),
      url: cell(cells, 'originalURL', 'original link'),
      title: cell(cells, 'title'),
      tags: joinNames(cell(cells, 'tags')),
      created: timeOf(cell(cells, 'createdAt', 'created', 'creation date')),
      expiry: timeOf(cell(cells, 'expiresAt')),
      clicks: cell(cells, 'clicks', 'totalClicks', 'human clicks'),
      isLocked: isYes(cell(cells, 'hasPassword')),
    }),
  },
  dub: {
    label: t('Dub'),
    signatures: [
      ['shortlink', 'destinationurl'],
      ['shortlink', 'key', 'url'],
      ['domain', 'key', 'url'],
    ],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'key'), cell(cells, 'domain', 'short link')),
      url: cell(cells, 'destination url', 'url'),
      title: cell(cells, 'title'),
      description: cell(cells, 'comments', 'description'),
      tags: joinNames(cell(cells, 'tags')),
      created: timeOf(cell(cells, 'created at')),
      expiry: timeOf(cell(cells, 'expiresAt')),
      password: cell(cells, 'password'),
      clicks: cell(cells, 'clicks'),
      isOff: cell(cells, 'disabledAt') !== '',
    }),
  },
  polr: {
    label: 'Polr',
    // Its table of links.
    signatures: [
      ['shorturl', 'longurl', 'isdisabled'],
      ['shorturl', 'longurl', 'secretkey'],
    ],
    toLink: (cells) => {
      const { domain, alias } = addressOf(cell(cells, 'short_url'));
      const secret = cell(cells, 'secret_key');
      return {
        domain,
        // A secret link has its key as a second part.
        alias: secret ? `${alias}/${secret}` : alias,
        isForeign: true,
        url: cell(cells, 'long_url'),
        created: timeOf(cell(cells, 'created_at')),
        clicks: cell(cells, 'clicks'),
        isOff: isYes(cell(cells, 'is_disabled')),
      };
    },
  },
  gempixel: {
    label: t('Premium URL Shortener, by GemPixel'),
    // Its API, also of Hop, its export, and its table of links. The program is sold: no public code shows the columns
    // of its export, and public clients show those of its API.
    signatures: [
      ['shorturl', 'longurl', 'alias'],
      ['shorturl', 'longurl', 'campaign'],
      ['shorturl', 'longurl', 'uniqueclicks'],
      ['shorturl', 'longurl', 'date', 'clicks'],
      ['shorturl', 'longurl', 'date', 'description'],
      ['alias', 'custom', 'url', 'userid'],
    ],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'custom', 'alias'), cell(cells, 'short_url', 'domain')),
      url: cell(cells, 'long_url', 'url'),
      title: cell(cells, 'title', 'meta_title'),
      description: cell(cells, 'description', 'meta_description'),
      tags: joinNames(cell(cells, 'tags')),
      channels: joinNames(cell(cells, 'channelname', 'channel').replace(/^\d+$/, '')),
      campaign: cell(cells, 'campaignname', 'campaign').replace(/^\d+$/, ''),
      created: timeOf(cell(cells, 'date', 'created_at')),
      expiry: cell(cells, 'expiry'),
      clicks: cell(cells, 'clicks', 'click'),
      isLocked: !['', 'false', '0'].includes(cell(cells, 'password', 'pass').toLowerCase()),
      isOff: isNo(cell(cells, 'status')),
    }),
  },
  bitly: {
    label: t('Bitly'),
    signatures: bitlyAddresses.flatMap((short) =>
      bitlyTargets.map((long) => [normalizeColumn(short), normalizeColumn(long)]),
    ),
    toLink: (cells) => {
      const [first, ...others] = bitlyAddressesOf(cells);
      return {
        ...first,
        others,
        isForeign: true,
        url: cell(cells, ...bitlyTargets),
        title: cell(cells, 'title'),
        tags: joinNames(cell(cells, 'tags')),
        created: timeOf(
          cell(cells, 'created_at', 'created', 'date created', 'created date', 'creation date'),
        ),
        expiry: timeOf(cell(cells, 'expiration_at')),
        isOff: isYes(cell(cells, 'is_deleted')),
        clicks: cell(
          cells,
          'engagements',
          'total engagements',
          'clicks',
          'total clicks',
          'link clicks',
          'user_clicks',
        ),
      };
    },
  },
  yourls: {
    label: 'YOURLS',
    // Its table and the list of its API, the statistics of its API, and the plugin Import Export.
    signatures: [
      ['keyword', 'url'],
      ['shorturl', 'url', 'timestamp'],
      ['source', 'target', 'hits'],
    ],
    toLink: (cells) => ({
      ...addressOf(cell(cells, 'keyword', 'source', 'shorturl')),
      url: cell(cells, 'url', 'target'),
      title: cell(cells, 'title'),
      created: timeOf(cell(cells, 'timestamp')),
      clicks: cell(cells, 'clicks', 'hits'),
    }),
  },
  columns: {
    label: t('Custom columns'),
    signatures: [],
    toLink: (cells, mapping) => {
      const of = (field: FieldName) => (mapping[field] ? cell(cells, mapping[field]) : '');
      const { domain, alias } = partsOf(of('alias'));
      return {
        url: of('url'),
        alias,
        domain: of('domain') || domain,
        isForeign: of('domain') === '',
        title: of('title'),
        description: of('description'),
        tags: joinNames(of('tags')),
        channels: joinNames(of('channels')),
        campaign: of('campaign'),
        visibility: of('visibility').toLowerCase(),
        expiry: of('expiry'),
        clickLimit: of('clickLimit'),
        password: of('password'),
        options: Object.fromEntries(optionColumns.map(({ name, column }) => [column, of(name)])),
        created: timeOf(of('created')),
        clicks: of('clicks'),
      };
    },
  },
});

/**
 * Combines an alias with a host or short URL from another column. The alias column may also contain a full
 * short URL.
 */
function addressOf(alias: string, beside = ''): ShortAddress & { isForeign: true } {
  const own = partsOf(alias);
  const other = partsOf(isHost(beside) ? `${beside}/` : beside);
  return { domain: own.domain || other.domain, alias: own.alias || other.alias, isForeign: true };
}

/** Returns the addresses of a Bitly link: custom ones first, then the original one. */
function bitlyAddressesOf(cells: Cells): ShortAddress[] {
  const custom = splitNames(
    cell(
      cells,
      'custom link',
      'custom_links',
      'custom_bitlinks',
      'custom back-half',
      'custom back half',
      'back-half',
    ),
  );
  const addresses = [...custom, cell(cells, ...bitlyAddresses, 'id')].filter(Boolean).map(partsOf);
  const host = addresses.find(({ domain }) => domain !== '')?.domain ?? '';
  const named = addresses.map(({ domain, alias }) => ({ domain: domain || host, alias }));
  return [...new Map(named.map((address) => [`${address.domain}/${address.alias}`, address])).values()];
}

/** Detects the format of a file from its columns. Returns `columns` if none matches. */
export function detectFormat(columns: readonly string[]): LinkFormatName {
  const has = new Set(columns.map(normalizeColumn));
  const isOf = (name: LinkFormatName) =>
    formats()[name].signatures.some((signatures) => signatures.every((mark) => has.has(mark)));
  return formatNames.find(isOf) ?? 'columns';
}
