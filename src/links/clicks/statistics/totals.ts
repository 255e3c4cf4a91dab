import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { RollUps } from '../roll-ups.ts';
import { latestStored } from '../spool/insert-clicks.ts';
import { exactMonths, lastDay, type StatisticsRange, utcDay, wholeMonths } from './range.ts';

export interface ClickTotal {
  /** Including imported clicks. */
  clicks: number;
  /** Clicks imported from another service, of which only the number is known. */
  imported: number;
  uniques: number;
  lastClickAt: Date | null;
}

export const noClicks: ClickTotal = { clicks: 0, imported: 0, uniques: 0, lastClickAt: null };

/**
 * Returns the total clicks of links since their creation, by link id, with an entry for every requested id.
 */
export async function clickTotals(
  { db }: Pick<App, 'db'>,
  linkIds: readonly string[],
): Promise<Map<string, ClickTotal>> {
  const rows = await db
    .selectFrom('links.link_total')
    .selectAll()
    .where('link_id', '=', sql<string>`any(${linkIds}::bigint[])`)
    .execute();
  const totals = new Map(linkIds.map((id) => [id, noClicks]));
  for (const { link_id, clicks, imported_clicks, uniques, last_click_at } of rows)
    totals.set(link_id, {
      clicks: Number(clicks),
      imported: Number(imported_clicks),
      uniques: Number(uniques),
      lastClickAt: last_click_at,
    });
  return totals;
}

/** Returns the total clicks of an account, and the time of the first click with hourly counts. */
export async function accountTotal(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<ClickTotal & { since: Date | null }> {
  const row = await db
    .selectFrom('links.account_total')
    .where('account_id', '=', accountId)
    .select((total) => [
      'clicks',
      'imported_clicks',
      'uniques',
      'last_click_at',
      total
        .selectFrom('links.account_hour as first')
        .whereRef('first.account_id', '=', 'links.account_total.account_id')
        .orderBy('hour')
        .limit(1)
        .select('hour')
        .as('since'),
    ])
    .executeTakeFirst();
  return {
    clicks: Number(row?.clicks ?? 0),
    imported: Number(row?.imported_clicks ?? 0),
    uniques: Number(row?.uniques ?? 0),
    lastClickAt: row?.last_click_at ?? null,
    since: row?.since ?? null,
  };
}

export interface ClickCount {
  clicks: number;
  uniques: number;
}

/** Returns the number of clicks of links in a range. */
export async function getClicksIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  rollUps: RollUps,
  range: StatisticsRange,
): Promise<ClickCount> {
  const { rows } = await sql<ClickCount>`${clicksIn(rollUps, range, clock.now())}`.execute(db);
  return rows[0] ?? { clicks: 0, uniques: 0 };
}

/** SQL for one row with the columns `clicks` and `uniques` of a range. */
export function clicksIn(
  { hours, months, mine }: RollUps,
  range: StatisticsRange,
  now: Date,
): RawBuilder<unknown> {
  const whole = exactMonths(range, now);
  const part = whole
    ? sql`${months} where ${mine} and dimension = 'device'
        and month >= ${utcDay(whole.from)} and month < ${utcDay(whole.to)}`
    : sql`${hours} where ${mine} and hour >= ${range.from} and hour < ${range.to}`;
  return sql`select coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(uniques), 0)::float8 as uniques
    from ${part}`;
}

/**
 * SQL for the counts by dimension and value of all days that a range touches. Uses monthly roll-ups for whole
 * months and daily ones for the rest.
 */
export function countsIn(
  { days, months, mine }: RollUps,
  range: StatisticsRange,
  now: Date,
): RawBuilder<unknown> {
  const [first, last] = [utcDay(range.from), lastDay(range)];
  const whole = wholeMonths(range, now);
  const columns = sql`dimension, value, clicks, uniques`;
  if (!whole) return sql`select ${columns} from ${days} where ${mine} and day between ${first} and ${last}`;
  const [from, to] = [utcDay(whole.from), utcDay(whole.to)];
  return sql`
    select ${columns} from ${days} where ${mine} and day >= ${first} and day < ${from}
    union all
    select ${columns} from ${months} where ${mine} and month >= ${from} and month < ${to}
    union all
    select ${columns} from ${days} where ${mine} and day >= ${to} and day <= ${last}`;
}

/** A click as shown to the link's owner, without data that identifies the visitor. */
export interface LatestClick {
  /** Sequence number within the account. */
  number: string;
  at: Date;
  linkId: string;
  country: string;
  browser: string;
  device: string;
  referrer: string;
}

/** Returns the latest clicks of an account, newest first: those after a number, or all that are stored. */
export async function listLatestClicks(
  { db }: Pick<App, 'db'>,
  accountId: string,
  after = '0',
): Promise<LatestClick[]> {
  return db
    .selectFrom('links.latest_click')
    .where('account_id', '=', accountId)
    .where('number', '>', after)
    .select(['number', 'at', 'link_id as linkId', 'country', 'browser', 'device', 'referrer'])
    .orderBy('number', 'desc')
    .limit(latestStored)
    .execute();
}
