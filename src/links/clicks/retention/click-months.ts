import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { utcDay } from '../statistics/statistics-range.ts';
import { withClickLock } from '../spool/click-lock.ts';

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
export async function dropOldClickMonths(app: App, oldest: Date): Promise<void> {
  const tables = await listTables(app);
  for (const { name } of tables.filter(({ ends }) => ends <= utcDay(oldest)))
    await withClickLock(app, async (within) => {
      // Limits the wait for the lock, because dropping waits for readers and blocks new ones.
      await sql`select set_config('lock_timeout', '2s', true)`.execute(within.db);
      await sql`drop table if exists links.${sql.ref(name)}`.execute(within.db);
    });
}

/** Returns the partition of clicks from before monthly partitions, if it still exists. */
export const findEarlierClicks = async (app: Pick<App, 'db'>): Promise<string | undefined> =>
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
