import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type App, inTransaction } from '../../../platform/app.ts';
import type { ClickHouse } from '../../../platform/database/clickhouse.ts';
import { firstIdAt, toUuid } from '../click.ts';
import { clickColumns, ensureTable } from './clickhouse-table.ts';
import { readLines, shipClicks } from './shipments.ts';

type Copier = App & { clickhouse: ClickHouse };

export const storeNames = ['clickhouse', 'postgresql'] as const;
export type StoreName = (typeof storeNames)[number];

/** Clicks that are compared or copied together. */
const atOnce = 10_000;

/** What is compared of a day: the number of clicks, and sums that change if any of them does. */
interface DayOfClicks {
  day: string;
  clicks: string;
  sums: string;
}

/** Clicks of a day that one store has and the other does not, or has twice. */
export interface Difference {
  day: string;
  missing: number;
  repeated: number;
}

/**
 * Copies clicks to a store that does not have them, day by day. Can be stopped and started again: days that agree are
 * skipped, and of others only missing clicks are copied. Returns the number of copied clicks.
 */
export async function copyClicks(
  app: Copier,
  target: StoreName,
  report: (day: string, copied: number) => void = () => undefined,
): Promise<number> {
  let copied = 0;
  for (const day of await listDifferentDays(app, target)) {
    let ofDay = 0;
    for await (const { missing } of compareDay(app, target, day)) {
      if (missing.length === 0) continue;
      ofDay += await (target === 'clickhouse' ? toClickHouse(app, missing) : toPostgres(app, day, missing));
    }
    copied += ofDay;
    report(day, ofDay);
  }
  if (target === 'clickhouse')
    await sql`
      insert into links.click_history (since) values (null)
      on conflict (is_only) do update set since = null`.execute(app.db);
  return copied;
}

/** Returns the days on which the target does not have exactly the clicks of the other store. */
export async function verifyClicks(
  app: Copier,
  target: StoreName,
): Promise<{ differences: Difference[]; clicks: Record<StoreName, number> }> {
  const differences: Difference[] = [];
  for (const day of await listDifferentDays(app, target)) {
    const difference: Difference = { day, missing: 0, repeated: 0 };
    for await (const { missing, repeated } of compareDay(app, target, day)) {
      difference.missing += missing.length;
      difference.repeated += repeated;
    }
    if (difference.missing + difference.repeated > 0) differences.push(difference);
  }
  const sumOf = (days: ReadonlyMap<string, DayOfClicks>) =>
    [...days.values()].reduce((sum, { clicks }) => sum + Number(clicks), 0);
  const clicks = {
    postgresql: sumOf(await listDays.postgresql(app)),
    clickhouse: sumOf(await listDays.clickhouse(app)),
  };
  return { differences, clicks };
}

/** Days of which the target may lack clicks. It may have others: PostgreSQL has only some days with ClickHouse. */
async function listDifferentDays(app: Copier, target: StoreName): Promise<string[]> {
  await shipClicks(app);
  await ensureTable(app, app.clickhouse);
  const source = await listDays[otherThan(target)](app);
  const known = await listDays[target](app);
  return [...source.values()]
    .filter(({ day, clicks, sums }) => {
      const other = known.get(day);
      return other?.clicks !== clicks || other.sums !== sums;
    })
    .map(({ day }) => day)
    .sort();
}

const otherThan = (store: StoreName): StoreName => (store === 'clickhouse' ? 'postgresql' : 'clickhouse');

/** Clicks of PostgreSQL: those from before ClickHouse was used, and those that arrived lately. */
const inPostgres = sql`(
  select id, at, link_id, is_bot, visitor, country, browser, system, device, language, referrer, region, city, variant, account_id
  from links.click
  union all
  select id, at, link_id, is_bot, visitor, country, browser, system, device, language, referrer, region, city, variant, account_id
  from links.click_arrival
)`;

const toMap = (rows: readonly DayOfClicks[]) => new Map(rows.map((row) => [row.day, row]));

const listDays: Record<StoreName, (app: Copier) => Promise<Map<string, DayOfClicks>>> = {
  postgresql: async ({ db }) => {
    const { rows } = await sql<DayOfClicks>`
      select (at at time zone 'UTC')::date::text as day, count(*)::text as clicks,
        concat_ws(' ', count(*) filter (where is_bot), sum((extract(epoch from at) * 1000)::bigint), sum(link_id),
          sum(visitor::numeric)) as sums
      from ${inPostgres} as click group by 1`.execute(db);
    return toMap(rows);
  },
  clickhouse: async ({ clickhouse }) =>
    toMap(
      await clickhouse.query<DayOfClicks>(
        `select toString(toDate(at)) as day, toString(count()) as clicks,
          concatWithSeparator(' ', toString(countIf(is_bot)), toString(sum(toInt128(toUnixTimestamp64Milli(at)))),
            toString(sum(toInt128(link_id))), toString(sum(toInt128(visitor)))) as sums
        from click group by day`,
      ),
    ),
};

/** Ids from one to another, both included, with their time on that day. In order, without hyphens. */
interface IdRange {
  day: string;
  from: string;
  to: string;
  limit: number;
}

const listIds: Record<StoreName, (app: Copier, range: IdRange) => Promise<string[]>> = {
  postgresql: async ({ db }, { from, to, limit }) => {
    const { rows } = await sql<{ id: string }>`
      select replace(id::text, '-', '') as id from ${inPostgres} as click
      where id >= ${from}::uuid and id <= ${to}::uuid order by click.id limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
  clickhouse: async ({ clickhouse }, { day, from, to, limit }) => {
    const rows = await clickhouse.query<{ text: string }>(
      `select lower(hex(UUIDToNum(id))) as text from click
      where ${onDay} and UUIDToNum(id) >= UUIDToNum({from:UUID}) and UUIDToNum(id) <= UUIDToNum({to:UUID})
      order by text limit {limit:UInt32}`,
      { day, from: toUuid(from), to: toUuid(to), limit },
    );
    return rows.map(({ text }) => text);
  },
};

const onDay = 'at >= toDateTime64({day:String}, 3) and at < toDateTime64({day:String}, 3) + interval 1 day';

/** Compares the ids of a day, in parts. */
async function* compareDay(
  app: Copier,
  target: StoreName,
  day: string,
): AsyncGenerator<{ missing: string[]; repeated: number }> {
  const end = firstIdAt(new Date(Date.parse(day) + 86_399_999)).replace(/0{20}$/, 'f'.repeat(20));
  for (let from = firstIdAt(new Date(day)); ;) {
    const ids = await listIds[otherThan(target)](app, { day, from, to: end, limit: atOnce });
    const last = ids.at(-1);
    if (last === undefined) return;
    const found = await listIds[target](app, { day, from, to: last, limit: 2 * atOnce });
    const known = new Set(found);
    yield { missing: [...new Set(ids)].filter((id) => !known.has(id)), repeated: found.length - known.size };
    if (ids.length < atOnce) return;
    from = (BigInt(`0x${last}`) + 1n).toString(16).padStart(32, '0');
  }
}

async function toClickHouse({ db, clickhouse }: Copier, ids: readonly string[]): Promise<number> {
  const lines = await readLines(db, sql`${inPostgres} as click`, sql`click.id = any(${ids}::uuid[])`);
  // No repeat: what arrived is found by its ids.
  await clickhouse.insert('click', Object.keys(clickColumns), lines, `copy ${randomUUID()}`);
  return ids.length;
}

async function toPostgres(app: Copier, day: string, ids: readonly string[]): Promise<number> {
  const rows = await app.clickhouse.query<object>(
    `select id, concat(toString(at), 'Z') as time, toString(link_id) as link_id, is_bot, toString(visitor) as visitor, country,
      browser, system, device, language, referrer, region, city, variant,
      if(account_id = 0, null, toString(account_id)) as account_id
    from click where ${onDay} and id in {ids:Array(UUID)} limit 1 by id`,
    { day, ids: ids.map(toUuid) },
  );
  return inTransaction(app, async ({ db }) => {
    const table = await getPartition(db, day);
    const { numAffectedRows } = await sql`
      insert into links.${sql.ref(table)} (id, at, link_id, is_bot, visitor, country, browser, system, device, language, referrer,
        region, city, variant, account_id)
      select id, time, link_id, is_bot, visitor, country, browser, system, device, language, referrer, region, city, variant,
        account_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, time timestamptz, link_id bigint, is_bot boolean,
        visitor bigint, country text, browser text, system text, device text, language text, referrer text, region text,
        city text, variant text, account_id bigint)
      on conflict do nothing`.execute(db);
    return Number(numAffectedRows ?? 0n);
  });
}

/** The partition of a month: its table has no trigger, so that webhooks are not told of its clicks again. */
async function getPartition(db: App['db'], day: string): Promise<string> {
  const name = `click_${day.slice(0, 7).replace('-', '')}`;
  await sql`select links.add_click_month(date_trunc('month', ${day}::date)::date)`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'links.click'::regclass and (relname = ${name} or (relname like 'click\\_until\\_%' and right(relname, 6) > right(${name}, 6)))
    order by relname = ${name} desc, relname limit 1`.execute(db);
  return rows[0]?.name ?? 'click_default';
}
