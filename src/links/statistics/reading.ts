import type { App } from '../../platform/app.ts';
import { ofAccount, ofLink } from '../clicks/roll-ups.ts';
import { accountTotal, type ClickTotal, clickTotals, noClicks } from '../clicks/statistics/totals.ts';
import type { Owner } from '../owned/owned.ts';
import { getTimeZone, getTimeZoneOf } from '../owned/time-zone.ts';
import { hasFilters } from '../clicks/statistics/filters.ts';
import type { ClickStatistics, Rhythm } from '../clicks/statistics/statistics.ts';
import { getFilteredFunnel, getFunnel, tracksConversions } from '../conversions/reading.ts';
import type { Funnel, FunnelScope } from '../conversions/reading.ts';
import { rangeBefore, type StatisticsRange } from '../clicks/statistics/range.ts';
import type { ClickReader } from '../clicks/store/click-store.ts';
import { filterAccount, filterLink, getFilteredStatistics } from './filters.ts';
import type { FilteredScope, FilterQuery, Selection } from './filters.ts';
import { chooseRange, type ChosenRange, type RangeQuery } from './requests.ts';

/** Data of a statistics page. */
export interface StatisticsPageData extends Selection {
  /** Statistics of the range. */
  statistics: ClickStatistics;
  rhythm: Rhythm;
  /** Counts of the previous range of equal length. Undefined if a comparison is not meaningful. */
  before: { clicks: number; uniques: number } | undefined;
  /** Total since creation, without filters. */
  total: ClickTotal;
  /** Set if there are too many links to add up: the number included. */
  linksCounted?: number;
  /** Leads and sales. Undefined if none are tracked, and with filters without ClickHouse. */
  funnel?: Funnel;
  now: Date;
}

/** Returns the statistics of one link, bio page or QR code. `owner`: its workspace, if known. */
export async function getShownOfLink(
  app: App,
  { id, createdAt }: { id: string; createdAt: Date },
  query: RangeQuery & FilterQuery,
  owner?: Owner,
): Promise<StatisticsPageData> {
  const totals = await clickTotals(app, [id]);
  const zone = await (owner ? getTimeZone(app, owner) : getTimeZoneOf(app, id));
  const range = chooseRange(app.clock.now(), createdAt, query, zone);
  return getShown(app, range, filterLink(app, ofLink(id), query), totals.get(id));
}

/** The same with the leads and sales, for its owner. */
export async function getOwnStatistics(
  app: App,
  viewer: Owner,
  subject: { id: string; createdAt: Date },
  query: RangeQuery & FilterQuery,
): Promise<StatisticsPageData> {
  const shown = await getShownOfLink(app, subject, query, viewer);
  const narrowed = filterLink(app, ofLink(subject.id), query);
  return withFunnel(app, { accountId: viewer.id, linkId: subject.id }, { shown, narrowed });
}

async function withFunnel(
  app: ClickReader,
  scope: FunnelScope,
  { shown, narrowed }: { shown: StatisticsPageData; narrowed: FilteredScope },
): Promise<StatisticsPageData> {
  if (!(await tracksConversions(app, scope))) return shown;
  const funnel = await findFunnel(app, scope, narrowed, shown.range);
  return { ...shown, ...(funnel && { funnel }) };
}

/** Returns the leads and sales of the clicks that match filters. Null if the store of clicks cannot tell. */
export async function findFunnel(
  app: ClickReader,
  scope: FunnelScope,
  { of, filters, applied }: FilteredScope,
  range: StatisticsRange,
): Promise<Funnel | null> {
  return applied.length === 0
    ? getFunnel(app, scope, range)
    : getFilteredFunnel(app, scope, { of, filters }, range);
}

/** Returns the statistics of all or some of an account's links. */
export async function getShownOfAccount(
  app: App,
  accountId: string,
  query: RangeQuery & FilterQuery,
): Promise<StatisticsPageData> {
  const { since, ...total } = await accountTotal(app, accountId);
  const now = app.clock.now();
  const range = chooseRange(now, since ?? now, query, await getTimeZone(app, { id: accountId }));
  const narrowed = await filterAccount(app, accountId, ofAccount(accountId), range, query);
  return withFunnel(app, { accountId }, { shown: await getShown(app, range, narrowed, total), narrowed });
}

async function getShown(
  app: ClickReader,
  range: ChosenRange,
  { of, filters, applied, linksCounted, hasManyLinks = false }: FilteredScope,
  total: ClickTotal = noClicks,
): Promise<StatisticsPageData> {
  // With filters, the comparison would scan single clicks again, which is too expensive.
  const isCompared = range.key !== 'all' && !hasFilters(filters);
  const compared = isCompared ? rangeBefore(range) : undefined;
  const narrowed = await getFilteredStatistics(app, { of, filters, hasManyLinks }, range, compared);
  return {
    range,
    applied,
    now: app.clock.now(),
    total,
    ...(linksCounted !== undefined && { linksCounted }),
    ...narrowed,
    before: narrowed.statistics.before,
  };
}
