import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import { selectTags } from '../tags/tags.ts';
import { ofLinks, type RollUps } from '../clicks/roll-ups.ts';
import {
  type ClickFilters,
  type FilterDimension,
  getFiltered,
  hasFilters,
} from '../clicks/statistics/filtered.ts';
import {
  type ClickStatistics,
  getRhythm,
  getStatistics,
  type Rhythm,
} from '../clicks/statistics/statistics.ts';
import type { StatisticsRange } from '../clicks/statistics/range.ts';
import { nameOfSubject } from './components/entries.ts';
import { dimensionNames } from './dimensions.ts';
import type { ChosenRange } from './requests.ts';
import { nameSubjects } from './subject.ts';

/** Represents '' in URLs: the value is unknown. */
export const unknown = 'unknown';
const orUnknown = ` \`${unknown}\` selects clicks for which it is unknown`;

const text = (description: string, maxLength = 100) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength,
      pattern: String.raw`^[^\x00-\x1f\x7f]+$`,
      description: description + orUnknown,
    }),
  );
const code = (pattern: string, description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(${pattern}|${unknown})$`,
      maxLength: 10,
      description: description + orUnknown,
    }),
  );
const id = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }));

/** Filters by visitor dimensions, with their query names. */
const ValueFilters = {
  country: code('[A-Z]{2}', 'Only clicks from this country, such as DE.'),
  region: text('Only clicks from this region, as named in the response: `US/California`.', 200),
  city: text('Only clicks from this city, as named in the response: `US/California/Los Angeles`.', 200),
  referrer: text('Only clicks that came from this host, such as news.example.', 253),
  device: Type.Optional(
    Type.Enum(['desktop', 'mobile', 'tablet', 'tv', unknown], {
      description: `Only clicks on this kind of device.${orUnknown}`,
    }),
  ),
  browser: text('Only clicks with this browser, as named in the response.'),
  os: text('Only clicks on this operating system, as named in the response.'),
  language: code('[a-z]{2,3}', 'Only clicks of people who prefer this language, such as de.'),
};
const VariantFilter = { variant: text('Only clicks that were sent to this variant.') };
/** Filters for an account's links. */
const LinkFilters = {
  link: id('Only clicks on this link, bio page or QR code, by ID'),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only clicks on links with this tag, by its name',
    }),
  ),
  campaign: id('Only clicks on links of this campaign, by ID'),
  channel: id('Only clicks on links of this channel, by ID'),
};

export const LinkFilterQuery = Type.Object({ ...ValueFilters, ...VariantFilter });
export const AccountFilterQuery = Type.Object({ ...ValueFilters, ...LinkFilters });
export type FilterQuery = Static<typeof LinkFilterQuery> & Static<typeof AccountFilterQuery>;
export type FilterName = keyof FilterQuery;

const dimensionOf: Partial<Record<FilterName, FilterDimension>> = {
  country: 'country', region: 'region', city: 'city', referrer: 'referrer', device: 'device', browser: 'browser',
  os: 'system', language: 'language', variant: 'variant',
}; // prettier-ignore
const names = [...Object.keys(dimensionOf), ...Object.keys(LinkFilters)] as FilterName[];

/** Returns the query name of a dimension's filter, or undefined if it has none. */
export const filterNameOf = (dimension: string): FilterName | undefined =>
  names.find((name) => (dimensionOf[name] ?? name) === dimension);

/** A filter with its display text. */
interface AppliedFilter {
  name: FilterName;
  /** As in the query string. */
  value: string;
  words: string;
}

/** The filtered scope of statistics. */
export interface FilteredScope {
  of: RollUps;
  filters: ClickFilters;
  applied: readonly AppliedFilter[];
  /** Set if there are too many links to add up: the number included. */
  linksCounted?: number;
}

/** Applies filters to the clicks of one link. */
export function filterLink(of: RollUps, query: FilterQuery): FilteredScope {
  const given = names.filter((name) => dimensionOf[name] && query[name] !== undefined);
  const pairs = given.map((name) => {
    const value = String(query[name]);
    return { name, dimension: dimensionOf[name] ?? 'country', value, stored: value === unknown ? '' : value };
  });
  return {
    of,
    filters: Object.fromEntries(pairs.map(({ dimension, stored }) => [dimension, stored])),
    applied: pairs.map(({ name, dimension, value, stored }) => {
      const { label, name: nameOf } = dimensionNames()[dimension];
      return { name, value, words: `${label}: ${nameOf(stored)}` };
    }),
  };
}

/** Applies filters to all or some of an account's links. Throws a `Problem` that names an invalid filter. */
export async function filterAccount(
  app: Pick<App, 'db' | 'config'>,
  accountId: string,
  of: RollUps,
  range: StatisticsRange,
  query: FilterQuery,
): Promise<FilteredScope> {
  const { link, tag, campaign, channel } = query;
  const narrowed = filterLink(of, query);
  if (link === undefined && tag === undefined && campaign === undefined && channel === undefined)
    return narrowed;
  const set = await findLinkSet(app, accountId, range, { link, tag, campaign, channel });
  const subjects = await nameSubjects(app, accountId, link === undefined ? [] : [String(link)]);
  const subject = subjects.get(String(link));
  if (link !== undefined && !subject) throw invalid('link', msg('link must be the ID of one of your links'));
  const words: Partial<Record<FilterName, string>> = {
    ...set.words,
    ...(subject && { link: `Link: ${nameOfSubject(app.config.hopUrl, subject)}` }),
  };
  const applied = (['link', 'tag', 'campaign', 'channel'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [{ name, value: String(query[name]), words: words[name] ?? name }],
  );
  return {
    ...narrowed,
    of: ofLinks(accountId, set.ids),
    applied: [...applied, ...narrowed.applied],
    ...(!set.isWhole && { linksCounted: set.ids.length }),
  };
}

/** The selected range and filters of a statistics page, all of which are in its URL. */
export interface Selection {
  range: ChosenRange;
  applied: readonly AppliedFilter[];
}

type Name = FilterName | 'range' | 'timezone';
export type SelectionChange = Partial<Record<Name, string | undefined>>;

/** Returns the query string of a changed selection. Undefined removes a filter. */
export function queryOf({ range, applied }: Selection, change: SelectionChange = {}): string {
  const parameters = new URLSearchParams(range.query);
  for (const { name, value } of applied) parameters.set(name, value);
  if (change.range !== undefined) for (const name of ['from', 'to']) parameters.delete(name);
  for (const [name, value] of Object.entries(change))
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  return parameters.toString();
}

/** Returns the selection as hidden form fields, except those that the form has itself. */
export const hiddenFieldsOf = (selection: Selection, asked: readonly string[]): [string, string][] =>
  [...new URLSearchParams(queryOf(selection))].filter(([name]) => !asked.includes(name));

/** Maximum links considered, newest first. */
const maxLinks = 1000;
/** Maximum roll-up rows per page, which take a fraction of a second. */
const maxRows = 300_000;
/** Estimated rows per day of a popular link, and per click. */
const [rowsPerDay, rowsPerClick] = [300, 9];

interface Wanted {
  link: number | undefined;
  tag: string | undefined;
  campaign: number | undefined;
  channel: number | undefined;
}

/**
 * Returns the account's links that match the filters, most clicked first, up to the number whose roll-ups can
 * be added up. `isWhole` is false if there are more.
 */
async function findLinkSet(
  app: Pick<App, 'db'>,
  accountId: string,
  range: StatisticsRange,
  { link, tag: tagName, campaign: campaignId, channel: channelId }: Wanted,
): Promise<{
  ids: string[];
  isWhole: boolean;
  words: { tag?: string; campaign?: string; channel?: string };
}> {
  const tag = await findTag(app, accountId, tagName);
  const campaign =
    campaignId === undefined ? undefined : await ownedCampaigns.find(app, accountId, String(campaignId));
  const channel =
    channelId === undefined ? undefined : await ownedChannels.find(app, accountId, String(channelId));
  if (tagName !== undefined && !tag) throw invalid('tag', msg('tag must be the name of one of your tags'));
  if (campaignId !== undefined && !campaign)
    throw invalid('campaign', msg('campaign must be the ID of one of your campaigns'));
  if (channelId !== undefined && !channel)
    throw invalid('channel', msg('channel must be the ID of one of your channels'));
  const member = [
    ...(link === undefined ? [] : [sql`select ${link}::bigint as id`]),
    ...(campaign ? [sql`select id from links.link where campaign_id = ${campaign.id}`] : []),
    ...(tag ? [sql`select link_id as id from links.link_tag where tag_id = ${tag.id}`] : []),
    ...(channel ? [sql`select link_id as id from links.channel_link where channel_id = ${channel.id}`] : []),
  ];
  const [first = sql`select null::bigint as id`, ...others] = member;
  const { rows } = await sql<{ id: string; fits: boolean; candidates: number }>`
    with candidate as materialized (select id from (${first}) as first order by id desc limit ${sql.lit(maxLinks)}),
    ranked as (
      select link.id, row_number() over by_clicks as place,
        sum(least(coalesce(total.clicks, 0) * ${rowsPerClick}, ${rowsPerDay * partsOf(range)}::bigint)) over by_clicks as rows
      from candidate join links.link link on link.id = candidate.id
      left join links.link_total total on total.link_id = link.id
      where link.account_id = ${accountId} and link.deleted_at is null
        and ${sql.join(
          [
            sql`true`,
            ...others.map((ids) => sql`link.id in (select id from (${ids}) as also where also.id = link.id)`),
          ],
          sql` and `,
        )}
      window by_clicks as (order by coalesce(total.clicks, 0) desc, link.id)
    )
    select id, rows <= ${maxRows} or place = 1 as fits, (select count(*)::integer from candidate) as candidates
    from ranked order by place`.execute(app.db);
  const ids = rows.filter(({ fits }) => fits).map(({ id }) => id);
  return {
    ids,
    isWhole: ids.length === rows.length && (rows[0]?.candidates ?? 0) < maxLinks,
    words: {
      ...(tag && { tag: `Tag: ${tag.name}` }),
      ...(campaign && { campaign: `Campaign: ${campaign.name}` }),
      ...(channel && { channel: `Channel: ${channel.name}` }),
    },
  };
}

const findTag = async (app: Pick<App, 'db'>, accountId: string, name: string | undefined) =>
  name === undefined
    ? undefined
    : selectTags(app)
        .where('tag.account_id', '=', accountId)
        .where(sql`lower(tag.name)`, '=', sql<string>`lower(${name.trim()})`)
        .executeTakeFirst();

/** Estimates the number of periods to add up: days, or whole months for longer ranges. */
function partsOf({ from, to }: StatisticsRange): number {
  const length = Math.ceil((to.getTime() - from.getTime()) / days(1)) + 1;
  return Math.min(length, 62 + Math.ceil(length / 30));
}

/** Reads statistics from the roll-ups, or from single clicks if filters apply. */
export async function getFilteredStatistics(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  { of, filters }: Pick<FilteredScope, 'of' | 'filters'>,
  range: StatisticsRange,
  compared?: StatisticsRange,
): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }> {
  if (hasFilters(filters)) return getFiltered(app, of, range, filters);
  return {
    statistics: await getStatistics(app, of, range, compared),
    rhythm: await getRhythm(app, of, range),
  };
}
