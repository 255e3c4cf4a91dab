import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { sqlDate, hours } from '../../kernel/time.ts';
import { type App, verb, perAccount, type Viewer } from '../../platform/app.ts';
import { csvSheet } from '../../platform/archive/section.ts';
import type { Download } from '../../platform/http/endpoint.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import { ownedPixels } from '../pixels/pixels.ts';
import { ownedTags } from '../tags/tags.ts';
import { ownedTemplates } from '../utm/templates.ts';
import { listDomains } from '../domains/domain.ts';
import { shortAddress } from '../link/link.ts';
import type { LinkRules } from '../redirect/targeting/targets.ts';
import { allOptions, csvCells, csvColumns, toStored } from '../shorten/options/options.ts';
import type { OptionRow, StoredOptions } from '../shorten/options/options.ts';

/** Separator of names in one cell. Tag names cannot contain it, but channel names can. */
const listMark = ', ';

/** Converts a link to the columns of a spreadsheet, in the format that imports accept. */
const toCells = (config: App['config'], link: FullLink) => ({
  short_url: shortAddress(config, link),
  domain: link.domain ?? '',
  alias: link.alias,
  url: link.url,
  title: link.title,
  description: link.description,
  tags: link.tags.join(listMark),
  channels: link.channels.join(listMark),
  campaign: link.campaign ?? '',
  visibility: link.visibility,
  ...csvCells(link.options),
  rules: isEmpty(link.rules) ? '' : JSON.stringify(link.rules),
  clicks: link.clicks,
  created_at: sqlDate(link.createdAt),
});

/** In the order of earlier versions. New options come last. */
const knownColumns = [
  'short_url',
  'domain',
  'alias',
  'url',
  'title',
  'description',
  'tags',
  'channels',
  'campaign',
  'visibility',
  'type',
  'redirect_status',
  'expires_at',
  'click_limit',
  'expired_url',
  'preview_title',
  'preview_description',
  'preview_image',
  'rules',
  'pixels',
  'has_password',
  'switched_off',
  'clicks',
  'created_at',
];
const exportColumns = [...knownColumns, ...csvColumns.filter((column) => !knownColumns.includes(column))];

const isEmpty = (rules: unknown) => Object.keys(rules ?? {}).length === 0;

/** Exports the viewer's links, or those with these ids, as CSV, streamed from the database. */
export const exportCsv = verb(
  { name: 'transfer.export', scope: 'links:read', who: 'member', limit: perAccount(60, hours(1)) },
  (app, viewer: Pick<Viewer, 'id'>, ids?: readonly string[]): Promise<Download> => {
    const cells = async function* () {
      for await (const link of walkLinks(app, viewer, ids)) yield toCells(app.config, link);
    };
    return Promise.resolve({
      type: 'text/csv; charset=utf-8',
      body: csvSheet(cells(), { columns: exportColumns }),
      headers: { 'content-disposition': `attachment; filename="${fileName(app, 'csv')}"` },
    });
  },
);

const fileName = ({ clock }: Pick<App, 'clock'>, ending: string) =>
  `hop-links-${clock.now().toISOString().slice(0, 10)}.${ending}`;

const perPage = 200;
type Listed<T> = (page: { page: number; perPage: number }) => Promise<readonly T[]>;

/**
 * Exports everything that the viewer has created as one JSON document, streamed from the database. It can be
 * imported again.
 */
export const exportEverything = verb(
  { name: 'transfer.export-all', scope: 'links:read', who: 'member', limit: perAccount(60, hours(1)) },
  (app, viewer: Viewer): Promise<Download> => {
    return Promise.resolve({
      type: 'application/json; charset=utf-8',
      body: Readable.from(document(app, viewer)),
      headers: { 'content-disposition': `attachment; filename="${fileName(app, 'json')}"` },
    });
  },
);

async function* document(app: App, viewer: Viewer): AsyncGenerator<string> {
  yield `{"format":"hop","version":1,"exported_at":${JSON.stringify(app.clock.now())}`;
  yield* list(
    'domains',
    paged(async (page) => (await listDomains(app, viewer, page)).rows),
    (domain) => ({
      host: domain.host,
      scheme: domain.scheme,
      root_redirect: domain.rootRedirect,
      missing_redirect: domain.missingRedirect,
      verified_at: domain.verifiedAt,
    }),
  );
  yield* list(
    'channels',
    paged(async (page) => (await ownedChannels.list(app, viewer, page)).rows),
    (channel) => ({
      name: channel.name,
      description: channel.description,
      color: channel.color,
      starred: channel.isStarred,
    }),
  );
  yield* list(
    'campaigns',
    paged(async (page) => (await ownedCampaigns.list(app, viewer, page)).rows),
    (campaign) => ({
      name: campaign.name,
      slug: campaign.slug,
      public: campaign.isPublic,
    }),
  );
  yield* list(
    'tags',
    paged(async (page) => (await ownedTags.list(app, viewer, page)).rows),
    ({ name, color }) => ({ name, color }),
  );
  yield* list(
    'pixels',
    paged(async (page) => (await ownedPixels.list(app, viewer, page)).rows),
    (pixel) => ({
      type: pixel.provider,
      name: pixel.name,
      tag: pixel.tag,
    }),
  );
  yield* list(
    'utm_templates',
    paged(async (page) => (await ownedTemplates.list(app, viewer, page)).rows),
    ({ name, source, medium, campaign, term, content, ref }) => ({
      ...{ name, source, medium, campaign, term, content, ref },
    }),
  );
  yield* list('links', walkLinks(app, viewer), (link) => toRecord(app.config, link));
  yield '}\n';
}

/** Returns the CSV columns, but with arrays for lists and objects for rules. */
function toRecord(config: App['config'], link: FullLink) {
  const cells: Record<string, unknown> = toCells(config, link);
  return {
    ...Object.fromEntries(exportColumns.map((column) => [column, cells[column]])),
    tags: link.tags,
    channels: link.channels,
    pixels: link.options.pixelIds.map(({ name }) => name),
    rules: link.rules,
  };
}

async function* paged<T>(listPage: Listed<T>): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const things = await listPage({ page, perPage });
    yield* things;
    if (things.length < perPage) return;
  }
}

async function* list<T>(
  key: string,
  things: AsyncIterable<T>,
  toJson: (thing: T) => unknown,
): AsyncGenerator<string> {
  let separator = `,\n${JSON.stringify(key)}:[`;
  let any = false;
  for await (const thing of things) {
    yield `${any ? ',' : separator}\n${JSON.stringify(toJson(thing))}`;
    any = true;
  }
  if (!any) yield separator;
  separator = ']';
  yield separator;
}

/** A link with all exported data. */
export interface FullLink {
  id: string;
  alias: string;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  url: string;
  title: string;
  description: string;
  visibility: string;
  options: StoredOptions;
  rules: LinkRules;
  createdAt: Date;
  clicks: number;
  campaign: string | null;
  channels: string[];
  tags: string[];
}

const batch = 500;

/** Yields the viewer's links, or those with these ids, oldest first. Loads them in batches. */
export async function* walkLinks(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  ids?: readonly string[],
): AsyncGenerator<FullLink> {
  const named = ids ? sql`and link.id = any(${ids}::bigint[])` : sql``;
  let after = '0';
  for (;;) {
    const { rows } = await sql<OptionRow & Omit<FullLink, 'options'>>`
      select
        link.id, link.alias, domain.scheme || '://' || domain.host as domain, link.url, link.title, link.description,
        link.visibility, link.created_at as "createdAt", coalesce(total.clicks, 0)::float8 as clicks,
        campaign.name as campaign, ${allOptions},
        array(select channel.name from links.channel_link join links.channel on channel.id = channel_link.channel_id
          where channel_link.link_id = link.id and channel.deleted_at is null order by channel.id) as channels,
        array(select tag.name from links.link_tag join links.tag on tag.id = link_tag.tag_id
          where link_tag.link_id = link.id and tag.deleted_at is null order by lower(tag.name)) as tags
      from links.link
      left join links.domain on domain.id = link.domain_id
      left join links.link_total total on total.link_id = link.id
      left join links.campaign on campaign.id = link.campaign_id and campaign.deleted_at is null
      where link.account_id = ${viewer.id} and link.deleted_at is null and link.purpose = 'link'
        and link.id > ${after} ${named}
      order by link.id limit ${batch}`.execute(db);
    yield* rows.map((row) => ({ ...row, options: toStored(row) }));
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return;
  }
}
