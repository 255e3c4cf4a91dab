import { type RawBuilder, sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { firstIdAt } from './click.ts';
import { withClickLock } from './spool/insert-clicks.ts';
import { startOfStep, utcDay } from './statistics/range.ts';

/** Rows per statement, so that no statement takes long or blocks others. */
const purgedAtOnce = 10_000;

/**
 * Enforces retention. Deletes salts and visitors of the day before yesterday, after which clicks are
 * anonymous, and clicks and counts once their whole month exceeds the configured age. A link's totals stay.
 */
export async function purgeOldClicks(app: App): Promise<void> {
  const { HOP_CLICK_DAYS, HOP_STATISTICS_DAYS } = app.config;
  const now = app.clock.now().getTime();
  const yesterday = utcDay(new Date(now - days(1)));
  await sql`delete from links.visitor_salt where day < ${yesterday}`.execute(app.db);
  await deleteInParts(app, sql`links.visitor`, sql`day < ${yesterday}`);
  if (HOP_STATISTICS_DAYS > 0) {
    // Whole months, so that hourly, daily and monthly counts match.
    const oldest = startOfStep(new Date(now - days(HOP_STATISTICS_DAYS)), 'month');
    for (const table of [sql`links.click_day`, sql`links.account_day`])
      await deleteInParts(app, table, sql`day < ${utcDay(oldest)}`);
    for (const table of [sql`links.click_month`, sql`links.account_month`])
      await deleteInParts(app, table, sql`month < ${utcDay(oldest)}`);
    for (const table of [sql`links.click_hour`, sql`links.account_hour`])
      await deleteInParts(app, table, sql`hour < ${oldest}`);
  }
  await addClickMonths(app);
  if (HOP_CLICK_DAYS > 0) {
    const oldest = new Date(now - days(HOP_CLICK_DAYS));
    await dropOldClickMonths(app, oldest);
    const earlier = await findEarlierClicks(app);
    if (earlier)
      await deleteInParts(app, sql`links.${sql.ref(earlier)}`, sql`id < ${firstIdAt(oldest)}::uuid`);
    await deleteInParts(app, sql`links.latest_click`, sql`at < ${oldest}`);
  }
}

async function deleteInParts(
  { db }: Pick<App, 'db'>,
  table: RawBuilder<unknown>,
  old: RawBuilder<unknown>,
): Promise<void> {
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${old} limit ${purgedAtOnce}))`.execute(
      db,
    ));
  } while (deleted === BigInt(purgedAtOnce));
}

/** Maximum values per dimension, link and day, not counting `otherValues`; and per month. */
const max = 100;
const maxOfMonth = 150;
/**
 * The same limit per account for the current day and month. It is higher, so that frequent values soon get
 * their own row again.
 */
const currentPeriodMax = 1000;
/** Rows per statement, so that no statement takes long or blocks the storing of clicks. */
const foldedAtOnce = 20_000;

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
    while ((await part()) === foldedAtOnce);
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
  while ((await foldPart(app, wanted)) === foldedAtOnce);
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
      select * from ranked where place > ${max} limit ${foldedAtOnce}
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

/** Number of monthly partitions created in advance. */
const ahead = 2;
/** Maximum partitions that one run adds for late clicks. */
const maxAdded = 12;

/** Creates partitions for the coming months and for clicks in the default partition. */
export async function addClickMonths(app: App): Promise<void> {
  const now = app.clock.now();
  await withClickLock(app, async (within) => {
    await sql`
      select links.add_click_month(month::date) from (
        select date_trunc('month', ${now}::timestamptz at time zone 'UTC')::date + make_interval(months => n) as month
        from generate_series(0, ${ahead}::integer) as n
        union
        (select distinct date_trunc('month', at at time zone 'UTC') from links.click_default limit ${maxAdded})
      ) as wanted (month)`.execute(within.db);
  });
}

/** A partition of the click table: one per month, and one for all clicks before monthly partitions. */
interface ClickTable {
  name: string;
  /** Exclusive end date of the partition. */
  ends: string;
}

/** Drops the partitions that end before the given time. */
async function dropOldClickMonths(app: App, oldest: Date): Promise<void> {
  const tables = await listTables(app);
  for (const { name } of tables.filter(({ ends }) => ends <= utcDay(oldest)))
    await withClickLock(app, async (within) => {
      // Limits the wait for the lock, because dropping waits for readers and blocks new ones.
      await sql`select set_config('lock_timeout', '2s', true)`.execute(within.db);
      await sql`drop table if exists links.${sql.ref(name)}`.execute(within.db);
    });
}

/** Returns the partition of clicks from before monthly partitions, if it still exists. */
const findEarlierClicks = async (app: Pick<App, 'db'>): Promise<string | undefined> =>
  (await listTables(app)).find(({ name }) => name.startsWith('click_until_'))?.name;

async function listTables({ db }: Pick<App, 'db'>): Promise<ClickTable[]> {
  const { rows } = await sql<ClickTable>`
    select relname as name,
      ((right(relname, 6) || '01')::date + case when relname like 'click\\_until%' then interval '0' else interval '1 month' end)
        ::date::text as ends
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'links.click'::regclass and relname ~ '^click_(until_)?\\d{6}$'
    order by relname`.execute(db);
  return rows;
}
