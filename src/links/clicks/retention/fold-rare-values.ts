import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { withClickLock } from '../spool/click-lock.ts';
import { startOfStep, utcDay } from '../statistics/statistics-range.ts';

/** Maximum values per dimension, link and day, not counting `otherValues`; and per month. */
const max = 100;
const maxOfMonth = 150;
/**
 * The same limit per account for the current day and month. It is higher, so that frequent values soon get
 * their own row again.
 */
const currentPeriodMax = 1000;
/** Rows per statement, so that no statement takes long or blocks the storing of clicks. */
const batchSize = 20_000;

/** Groups all values that are too rare to have their own row. */
export const otherValues = '*';

/**
 * Folds rare values of the last days into one, such as hundreds of referrers with one visitor each. Visitors
 * can send any referrer, so made-up values would otherwise slow down a link's statistics.
 */
export async function foldRareValues(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = app.clock.now();
  const yesterday = new Date(now.getTime() - days(1));
  const threeDaysAgo = new Date(now.getTime() - days(3));
  for (const table of dayTables)
    await fold(app, { ...table, from: utcDay(threeDaysAgo), to: utcDay(yesterday), max });
  // Includes the current month. Frequent values already rank high enough by now, and others are counted again
  // from here on.
  const firstMonth = startOfStep(threeDaysAgo, 'month');
  for (const table of monthTables)
    await fold(app, { ...table, from: utcDay(firstMonth), to: utcDay(now), max: maxOfMonth });
}

/**
 * Folds the rarest values of an account's current day and month. Otherwise, statistics of accounts with a
 * million clicked links would have to read nearly all rows until the nightly run.
 */
export async function foldCurrentPeriod(app: App): Promise<void> {
  const now = app.clock.now();
  const [today, month] = [utcDay(now), utcDay(startOfStep(now, 'month'))];
  for (const present of [
    { ...daysOfAccounts, from: today, to: today, max: currentPeriodMax },
    { ...monthsOfAccounts, from: month, to: month, max: currentPeriodMax },
  ]) {
    const part = () => withClickLock(app, (within) => foldPart(within, present));
    while ((await part()) === batchSize);
  }
}

interface Fold {
  table: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
  /** The time column. */
  time: RawBuilder<unknown>;
  from: string;
  to: string;
  max: number;
}

async function fold(app: Pick<App, 'db'>, wanted: Fold): Promise<void> {
  while ((await foldPart(app, wanted)) === batchSize);
}

/** Folds up to `atOnce` rows and returns their number. */
async function foldPart(
  { db }: Pick<App, 'db'>,
  { table, owner, time, from, to, max }: Fold,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ranked as (
      select ${owner} as owner, ${time} as time, dimension, value,
        row_number() over (partition by ${owner}, ${time}, dimension order by clicks desc, value) as place
      from ${table}
      where ${time} between ${from} and ${to} and value <> ${otherValues}
    ), chosen as (
      select * from ranked where place > ${max} limit ${batchSize}
    ), rare as (
      delete from ${table} as known using chosen as ranked
      where known.${owner} = ranked.owner and known.${time} = ranked.time
        and known.dimension = ranked.dimension and known.value = ranked.value
      returning known.*
    ), summed as (
      insert into ${table} as known (${owner}, ${time}, dimension, value, clicks, uniques)
      select ${owner}, ${time}, dimension, ${otherValues}, sum(clicks), sum(uniques) from rare
      group by ${owner}, ${time}, dimension
      on conflict (${owner}, ${time}, dimension, value) do update set
        clicks = known.clicks + excluded.clicks,
        uniques = known.uniques + excluded.uniques
    )
    select count(*)::integer as n from rare`.execute(db);
  return rows[0]?.n ?? 0;
}

const daysOfAccounts = { table: sql`links.account_day`, owner: sql`account_id`, time: sql`day` };
const monthsOfAccounts = { table: sql`links.account_month`, owner: sql`account_id`, time: sql`month` };
const dayTables = [{ table: sql`links.click_day`, owner: sql`link_id`, time: sql`day` }, daysOfAccounts];
const monthTables = [
  { table: sql`links.click_month`, owner: sql`link_id`, time: sql`month` },
  monthsOfAccounts,
];
