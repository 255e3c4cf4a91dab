import { type RawBuilder, sql } from 'kysely';
import { days, seconds } from '../../../kernel/time.ts';
import { type App, inTransaction } from '../../../platform/app.ts';
import type { ClickHouse } from '../../../platform/database/clickhouse.ts';
import { clicks as counter } from '../../../platform/logging/metrics.ts';
import { clickColumns, ensureTable } from './clickhouse-table.ts';

/** Clicks of one insert. */
const shippedAtOnce = 50_000;
/** No other process sends a shipment for this long. */
const claimedFor = seconds(60);
/** Days for which clicks that ClickHouse has are stored here too, so that a repeat of their lines is noticed. */
export const arrivalDays = 3;

type Shipper = Pick<App, 'db' | 'clock' | 'config' | 'clickhouse'>;

interface Shipment {
  id: string;
  first: string;
  last: string;
  clicks: number;
  createdAt: Date;
}

/** Sends all clicks that were counted to ClickHouse. Repeats change nothing. Does nothing without ClickHouse. */
export async function shipClicks(app: Shipper): Promise<void> {
  const { clickhouse } = app;
  if (!clickhouse) return;
  while (await createShipment(app));
  for (let next = await claimShipment(app); next; next = await claimShipment(app)) {
    try {
      await ensureTable(app, clickhouse);
      await send(app, clickhouse, next);
    } catch (error) {
      await sql`update links.click_shipment set claimed_until = null where id = ${next.id}`.execute(app.db);
      throw error;
    }
  }
}

/**
 * Decides which clicks are sent together next. Returns whether there were any. Batches have numbers in the order of
 * commits, because the lock of clicks is held until then.
 */
async function createShipment(app: Shipper): Promise<boolean> {
  const now = app.clock.now();
  return inTransaction(app as App, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${shipmentLock})`.execute(db);
    await sql`
      insert into links.click_history (since)
      select case when exists (select from links.click) then ${now}::timestamptz end on conflict do nothing`.execute(
      db,
    );
    const { numAffectedRows } = await sql`
      with sent as (select coalesce(max(last), 0) as last from links.click_shipment),
      upto as (
        select max(number) as last from (
          select number from links.click_arrival where number > (select last from sent) order by number limit ${shippedAtOnce}
        ) as next
      )
      insert into links.click_shipment (first, last, clicks, oldest, created_at)
      select min(number), max(number), count(*), min(at), ${now}::timestamptz
      from links.click_arrival
      where number > (select last from sent) and number <= (select last from upto)
      having count(*) > 0`.execute(db);
    return (numAffectedRows ?? 0n) > 0n;
  });
}

const shipmentLock = 7_267_012;

async function claimShipment({ db, clock }: Shipper): Promise<Shipment | undefined> {
  const now = clock.now();
  const { rows } = await sql<Shipment>`
    update links.click_shipment set claimed_until = ${new Date(now.getTime() + claimedFor)}::timestamptz
    where id = (
      select id from links.click_shipment
      where sent_at is null and (claimed_until is null or claimed_until < ${now}::timestamptz)
      order by id limit 1 for update skip locked
    )
    returning id, first, last, clicks, created_at as "createdAt"`.execute(db);
  return rows[0];
}

async function send(
  { db, clock }: Shipper,
  clickHouse: ClickHouse,
  { id, first, last, clicks, createdAt }: Shipment,
): Promise<void> {
  const lines = await readLines(
    db,
    sql`links.click_arrival as click`,
    sql`click.number between ${first} and ${last}`,
  );
  // The time tells shipments apart that have the same id, because the database was restored from a backup.
  const token = `shipment ${id} ${createdAt.toISOString()}`;
  if (lines !== '') await clickHouse.insert('click', Object.keys(clickColumns), lines, token);
  await sql`update links.click_shipment set sent_at = ${clock.now()}::timestamptz where id = ${id}`.execute(
    db,
  );
  counter.inc({ stage: 'shipped' }, clicks);
}

const utm = (name: string) =>
  sql`coalesce(left(substring(link.url from ${`[?&]${name}=([^&#]*)`}), 300), '')`;
const escaped = (text: RawBuilder<unknown>) =>
  sql`replace(replace(replace(${text}, E'\\\\', E'\\\\\\\\'), E'\\t', ' '), E'\\n', ' ')`;

/** Returns clicks of PostgreSQL as lines of the format TabSeparated, in the order of `clickColumns`. */
export async function readLines(
  db: App['db'],
  table: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<string> {
  const texts = [
    'country',
    'region',
    'city',
    'browser',
    'system',
    'device',
    'language',
    'referrer',
    'variant',
  ].map((name) => escaped(sql.ref(`click.${name}`)));
  const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map((name) =>
    escaped(utm(name)),
  );
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(concat_ws(E'\\t',
      click.id, to_char(click.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS'), coalesce(click.account_id, 0), click.link_id,
      coalesce(link.purpose, ''), case when click.is_bot then 1 else 0 end, click.visitor, ${sql.join([...texts, ...parameters])}
    ) || E'\\n', '') as lines
    from ${table} left join links.link as link on link.id = click.link_id
    where ${condition}`.execute(db);
  return rows[0]?.lines ?? '';
}

/** Returns the time of the oldest click that ClickHouse does not have yet. */
export async function findWaiting({ db }: Pick<App, 'db'>): Promise<Date | undefined> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select least(
      (select min(oldest) from links.click_shipment where sent_at is null),
      (select min(at) from links.click_arrival where number > (select coalesce(max(last), 0) from links.click_shipment))
    ) as oldest`.execute(db);
  return rows[0]?.oldest ?? undefined;
}

/** Returns the number of clicks that wait for ClickHouse. */
export async function countWaiting({ db }: Pick<App, 'db'>): Promise<number> {
  const { rows } = await sql<{ clicks: number }>`
    select (coalesce((select sum(clicks) from links.click_shipment where sent_at is null), 0)
      + (select count(*) from links.click_arrival where number > (select coalesce(max(last), 0) from links.click_shipment))
    )::float8 as clicks`.execute(db);
  return rows[0]?.clicks ?? 0;
}

/** Returns the time from which on ClickHouse has all clicks. Undefined: since the beginning. */
export async function getHistory({ db }: Pick<App, 'db'>): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`select since from links.click_history`.execute(db);
  return rows[0]?.since ?? undefined;
}

/** Deletes clicks that ClickHouse has had for some days. */
export async function purgeArrivals({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - days(arrivalDays));
  // Shipments are sent in about the order of their ids, so everything before the first one that waits was sent.
  const { rows } = await sql<{ id: string; last: string }>`
    select id, last from links.click_shipment
    where sent_at < ${before} and id < coalesce((select min(id) from links.click_shipment where sent_at is null), 9223372036854775807)
    order by id desc limit 1`.execute(db);
  const [done] = rows;
  if (!done) return;
  for (let deleted = 1n; deleted > 0n;)
    ({ numAffectedRows: deleted = 0n } = await sql`
      delete from links.click_arrival where id = any(array(
        select id from links.click_arrival where number <= ${done.last} limit 10000))`.execute(db));
  // The last one stays, because its numbers say what was sent.
  await sql`
    delete from links.click_shipment
    where id <= ${done.id} and id < (select max(id) from links.click_shipment)`.execute(db);
}
