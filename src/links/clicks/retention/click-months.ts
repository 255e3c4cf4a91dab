import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { utcDay } from '../statistics/statistics-range.ts';
import { whileStoring } from '../spool/while-storing.ts';

/** Months that have a table before their first click. */
const ahead = 2;
/** Tables that one run adds at the most, for clicks that came late. */
const maxAdded = 12;

/** Gives the coming months their tables, and those of clicks that were stored without one. */
export async function addClickMonths(app: App): Promise<void> {
  const now = app.clock.now();
  await whileStoring(app, async (within) => {
    await sql`
      select links.add_click_month(month::date) from (
        select date_trunc('month', ${now}::timestamptz at time zone 'UTC')::date + make_interval(months => n) as month
        from generate_series(0, ${ahead}::integer) as n
        union
        (select distinct date_trunc('month', at at time zone 'UTC') from links.click_default limit ${maxAdded})
      ) as wanted (month)`.execute(within.db);
  });
}

/** Where single clicks are stored: a table a month, named for it, and one of all before a month. */
interface ClickTable {
  name: string;
  /** The day from which on it has none. */
  ends: string;
}

/** Drops the tables of months that are over before a time: without a look at their rows. */
export async function dropOldClickMonths(app: App, oldest: Date): Promise<void> {
  const tables = await listTables(app);
  for (const { name } of tables.filter(({ ends }) => ends <= utcDay(oldest)))
    await whileStoring(app, async (within) => {
      // Readers of clicks are waited for, and new ones wait too: no longer than this.
      await sql`select set_config('lock_timeout', '2s', true)`.execute(within.db);
      await sql`drop table if exists links.${sql.ref(name)}`.execute(within.db);
    });
}

/** The table of clicks from before months had their own, as long as it is there. */
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
