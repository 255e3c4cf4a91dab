import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { whileStoring } from '../spool/while-storing.ts';
import { startOfStep, utcDay } from '../statistics/statistics-range.ts';

/** Values that one day of one link may have of each trait, beside those that nobody else had; and one month. */
const max = 100;
const maxOfMonth = 150;
/** The same of an account for the day and the month that are not over: what is frequent gets its name back soon. */
const maxOfPresent = 1000;
/** Rows a statement, so that none of them takes long or holds up those who store clicks. */
const atOnce = 20_000;

/** Represents all the values that were too rare to be kept by name. */
export const theRest = '*';

/**
 * Sums up the rare values of the last days, such as the hundreds of sites that sent one visitor each. A visitor may
 * claim any referrer: without this, made-up ones would slow a link's statistics down more and more.
 */
export async function foldRareValues(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = app.clock.now();
  const yesterday = new Date(now.getTime() - days(1));
  const threeDaysAgo = new Date(now.getTime() - days(3));
  for (const table of dayTables)
    await fold(app, { ...table, from: utcDay(threeDaysAgo), to: utcDay(yesterday), max });
  // The present month as well: what is frequent in it is so by now, or is counted anew from now on.
  const firstMonth = startOfStep(threeDaysAgo, 'month');
  for (const table of monthTables)
    await fold(app, { ...table, from: utcDay(firstMonth), to: utcDay(now), max: maxOfMonth });
}

/**
 * Sums up what was met least today and this month on all that an account has: where a million links are followed, their
 * statistics would otherwise read most of them until the night.
 */
export async function foldPresent(app: App): Promise<void> {
  const now = app.clock.now();
  const [today, month] = [utcDay(now), utcDay(startOfStep(now, 'month'))];
  for (const present of [
    { ...daysOfAccounts, from: today, to: today, max: maxOfPresent },
    { ...monthsOfAccounts, from: month, to: month, max: maxOfPresent },
  ]) {
    const part = () => whileStoring(app, (within) => foldPart(within, present));
    while ((await part()) === atOnce);
  }
}

interface Fold {
  table: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
  /** The column that says when. */
  time: RawBuilder<unknown>;
  from: string;
  to: string;
  max: number;
}

async function fold(app: Pick<App, 'db'>, wanted: Fold): Promise<void> {
  while ((await foldPart(app, wanted)) === atOnce);
}

/** Sums up as many rows as may be done at once, and answers how many those were. */
async function foldPart(
  { db }: Pick<App, 'db'>,
  { table, owner, time, from, to, max }: Fold,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ranked as (
      select ${owner} as owner, ${time} as time, dimension, value,
        row_number() over (partition by ${owner}, ${time}, dimension order by clicks desc, value) as place
      from ${table}
      where ${time} between ${from} and ${to} and value <> ${theRest}
    ), chosen as (
      select * from ranked where place > ${max} limit ${atOnce}
    ), rare as (
      delete from ${table} as known using chosen as ranked
      where known.${owner} = ranked.owner and known.${time} = ranked.time
        and known.dimension = ranked.dimension and known.value = ranked.value
      returning known.*
    ), summed as (
      insert into ${table} as known (${owner}, ${time}, dimension, value, clicks, uniques)
      select ${owner}, ${time}, dimension, ${theRest}, sum(clicks), sum(uniques) from rare
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
