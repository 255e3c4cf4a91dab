import { type RawBuilder, sql } from 'kysely';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import {
  type Click,
  createClickIds,
  isLine,
  publishClicks,
  serializeClick,
  type CountedVisitor,
} from '../click.ts';
import { admitLines } from '../store/shipper.ts';

/**
 * Stores lines written by `serializeClick`: the clicks, the day's new visitors and the counts. Clicks that already
 * exist are ignored, so retries are safe. Returns the number of new clicks.
 */
export async function insertClicks(app: App, lines: Buffer): Promise<number> {
  try {
    return await insertLines(app, lines);
  } catch (error) {
    if (!isBadText(error)) throw error;
    // The damage comes from a power failure, not from our own writes. The other lines still count.
    const whole = lines.toString('latin1').split('\n').filter(isLine).join('\n');
    app.log.warn({ bytes: lines.length, whole: whole.length }, 'skipped damaged lines in the click spool');
    return insertLines(app, Buffer.from(whole));
  }
}

/**
 * PostgreSQL error class 22 (invalid uuid, number or UTF-8), and the error of `unistr` for an invalid escape.
 */
const isBadText = (error: unknown) => /^(22|42601)/.test(String((error as { code?: unknown } | null)?.code));

async function insertLines(app: App, given: Buffer): Promise<number> {
  const lines = app.clickhouse ? await admitLines(app, app.clickhouse, given) : given;
  const target = app.clickhouse ? intoArrivals : intoClicks;
  return withClickLock(app, async (within) => {
    const { rows } = await insertStatement(lines, target).execute(within.db);
    const { clicks, accounts } = rows[0] ?? { clicks: 0, accounts: [] };
    if (accounts.length > 0) await publishClicks(within, accounts);
    return clicks;
  });
}

/** Where the statement inserts clicks, with additional columns. */
interface Target {
  batch: RawBuilder<unknown>;
  table: RawBuilder<unknown>;
  column: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
  /** A condition on clicks that are not there yet. */
  isNew: RawBuilder<unknown>;
}

const intoClicks: Target = {
  batch: sql``,
  table: sql`links.click`,
  column: sql``,
  value: sql``,
  isNew: sql``,
};

/** Clicks for ClickHouse. Those from before it was used are in the other table. */
const intoArrivals: Target = {
  batch: sql`batch as materialized (select nextval('links.click_arrival_batch') as number),`,
  table: sql`links.click_arrival`,
  column: sql`, number`,
  value: sql`, (select number from batch)`,
  isNew: sql`where not exists (select from links.click where click.id = split_part(line, E'\t', 1)::uuid)`,
};

/** Number of latest clicks per account that are listed individually. */
export const latestStored = 50;

/** Dimensions that not every click has. Blank values get no row. */
const rare = sql`('region', 'city', 'variant')`;

const added = sql`clicks = known.clicks + excluded.clicks, uniques = known.uniques + excluded.uniques`;
const latest = sql`last_click_at = greatest(known.last_click_at, excluded.last_click_at)`;

/**
 * Adds the groups of clicks in `from` to the counts of their links or accounts: by hour, and by day and month for each
 * value of a dimension, of which `more` are those that only links or only accounts have. The tables are those that
 * begin with `table`.
 */
function countsOf(
  of: 'link' | 'account',
  table: 'click' | 'account',
  from: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const key = sql.ref(`${of}_id`);
  const name = (part: string) => sql.ref(`${of}_${part}`);
  const counts = (step: string) => sql.table(`links.${table}_${step}`);
  return sql`
  ${name('by_hour')} as (
    insert into ${counts('hour')} as known (${key}, hour, clicks, uniques, bots)
    select ${key}, hour, sum(clicks), sum(uniques), sum(bots) from ${from} group by ${key}, hour
    on conflict (${key}, hour) do update set ${added}, bots = known.bots + excluded.bots
  ), ${name('told')} as (
    select ${key}, day, dimension, value, sum(clicks) as clicks, sum(uniques) as uniques
    from ${from} cross join lateral (values
      ('country', country), ('region', region), ('city', city), ('browser', browser), ('system', system),
      ('device', device), ('language', language), ('referrer', referrer), ${more}
    ) as told (dimension, value)
    where clicks > 0 and (value <> '' or dimension not in ${rare})
    group by ${key}, day, dimension, value
  ), ${name('by_day')} as (
    insert into ${counts('day')} as known (${key}, day, dimension, value, clicks, uniques)
    select ${key}, day, dimension, value, clicks, uniques from ${name('told')}
    on conflict (${key}, day, dimension, value) do update set ${added}
  ), ${name('by_month')} as (
    insert into ${counts('month')} as known (${key}, month, dimension, value, clicks, uniques)
    select ${key}, date_trunc('month', day)::date, dimension, value, sum(clicks), sum(uniques) from ${name('told')}
    group by 1, 2, 3, 4
    on conflict (${key}, month, dimension, value) do update set ${added}
  ), ${name('bots_by_month')} as (
    insert into ${counts('month')} as known (${key}, month, dimension, value, clicks, uniques)
    select ${key}, date_trunc('month', day)::date, 'bot', '', sum(bots), 0 from ${from} where bots > 0 group by 1, 2
    on conflict (${key}, month, dimension, value) do update set ${added}
  ), ${name('in_total')} as (
    insert into ${sql.table(`links.${of}_total`)} as known (${key}, clicks, uniques, last_click_at)
    select ${key}, sum(clicks), sum(uniques), max(last_click_at) from ${from} where clicks > 0 group by ${key}
    on conflict (${key}) do update set ${added}, ${latest}
    returning ${key}
  )`;
}

/**
 * Parses the lines in the database and derives all counts from the rows that were actually inserted. The
 * lines are sent as they are on disk in one binary parameter, because parsing them in this process would cost
 * ten times as much.
 *
 * `profile` groups identical clicks before counting, because most clicks share the link, hour and kind of
 * visitor. A visitor's first click of the day counts as unique. `owned` are the clicks of links that still
 * have an owner.
 */
const insertStatement = (lines: Buffer, { batch, table, column, value, isNew }: Target) => sql<{
  clicks: number;
  accounts: string[];
}>`
  with ${batch} line as (
    select line from string_to_table(${lines}::text, E'\n') as line where line <> ''
  ), inserted as (
    insert into ${table} (id, at, link_id, is_bot, visitor, country, browser, system, device, language, referrer,
      region, city, variant, account_id${column})
    select
      split_part(line, E'\t', 1)::uuid,
      'epoch'::timestamptz + split_part(line, E'\t', 2)::bigint * interval '1 millisecond',
      split_part(line, E'\t', 3)::bigint,
      split_part(line, E'\t', 4)::boolean,
      split_part(line, E'\t', 5)::bigint,
      split_part(line, E'\t', 6), split_part(line, E'\t', 7), split_part(line, E'\t', 8),
      split_part(line, E'\t', 9), split_part(line, E'\t', 10), split_part(line, E'\t', 11),
      unistr(split_part(line, E'\t', 12)), unistr(split_part(line, E'\t', 13)), unistr(split_part(line, E'\t', 14)),
      link.account_id${value}
    from line left join links.link link on link.id = split_part(line, E'\t', 3)::bigint ${isNew}
    on conflict do nothing
    returning *, (at at time zone 'UTC')::date as day
  ), newcomer as (
    insert into links.visitor (day, link_id, visitor)
    select distinct day, link_id, visitor from inserted where not is_bot
    on conflict do nothing
    returning *
  ), first_visit as (
    select distinct on (link_id, day, visitor) id
    from inserted join newcomer using (link_id, day, visitor)
    where not is_bot
    order by link_id, day, visitor, id
  ), profile as (
    select
      link_id, day, date_trunc('hour', at, 'UTC') as hour, country, browser, system, device, language, referrer,
      case when region <> '' then country || '/' || region else '' end as region,
      case when city <> '' then country || '/' || region || '/' || city else '' end as city,
      variant,
      count(*) filter (where not is_bot) as clicks,
      count(first_visit.id) as uniques,
      count(*) filter (where is_bot) as bots,
      max(at) filter (where not is_bot) as last_click_at
    from inserted left join first_visit using (id)
    group by link_id, day, hour, country, browser, system, device, language, referrer, region, city, variant
  ), owned as (
    select profile.*, link.account_id, link.purpose
    from profile join links.link link on link.id = profile.link_id
  ), ${countsOf('link', 'click', sql`profile`, sql`('variant', variant)`)},
  ${countsOf('account', 'account', sql`owned`, sql`('link', link_id::text), ('purpose', purpose)`)},
  newest as (
    select
      account_id, at, link_id, country, browser, device, referrer,
      row_number() over (partition by account_id order by id desc) as place,
      count(*) over (partition by account_id) as together
    from inserted
    where account_id is not null and not is_bot
  ), shown as (
    -- Each has the slot of its number since the account began; the newest of a batch takes the last of its numbers.
    insert into links.latest_click as known
      (account_id, slot, number, at, link_id, country, browser, device, referrer)
    select account_id, number % ${sql.lit(latestStored)}, number, at, link_id, country, browser, device, referrer
    from newest left join links.account_total total using (account_id)
    cross join lateral (select coalesce(total.clicks - total.imported_clicks, 0) + together - place + 1 as number) as numbered
    where place <= ${sql.lit(latestStored)}
    on conflict (account_id, slot) do update set
      number = excluded.number, at = excluded.at, link_id = excluded.link_id, country = excluded.country, browser = excluded.browser,
      device = excluded.device, referrer = excluded.referrer
  )
  select
    (select count(*)::integer from inserted) as clicks,
    array(select account_id::text from account_in_total) as accounts`;

/** Test helper: a visitor from Germany with Chrome on Linux, with overrides. */
const sampleVisitor = (differences: Partial<CountedVisitor> = {}): CountedVisitor => ({
  hash: '1',
  country: 'DE',
  browser: 'Chrome',
  system: 'Linux',
  device: 'desktop',
  language: 'de',
  isBot: false,
  ...differences,
});

/** Test helper: a click of that visitor on link 1 at noon on March 1, 2026. */
export const sampleClick = ({
  visitor,
  ...differences
}: Partial<Omit<Click, 'visitor'>> & { visitor?: Partial<CountedVisitor> } = {}): Click => ({
  linkId: '1',
  at: Date.UTC(2026, 2, 1, 12),
  isBot: false,
  referrer: '',
  ...differences,
  visitor: sampleVisitor(visitor),
});

const newId = createClickIds();

/**
 * Test helper: serializes clicks as they are on disk. Each call assigns new ids, so reuse the lines to repeat
 * the same clicks.
 */
export const clickLines = (...clicks: Click[]): Buffer =>
  Buffer.from(clicks.map((click) => serializeClick(newId(click.at), click)).join(''));

/**
 * Adds click counts imported from another service, by link id, to the totals of links and their owner. Only
 * the number is known, so the roll-ups by hour, country or browser do not include them.
 */
export async function addImportedClicks(
  { db }: Pick<App, 'db'>,
  owner: Pick<Viewer, 'id'>,
  clicks: ReadonlyMap<string, number>,
): Promise<void> {
  if (clicks.size === 0) return;
  const added = sql`clicks = known.clicks + excluded.clicks,
    imported_clicks = known.imported_clicks + excluded.imported_clicks`;
  await sql`
    with imported as (
      select * from unnest(${[...clicks.keys()]}::bigint[], ${[...clicks.values()]}::bigint[]) as row (link_id, clicks)
    ), in_total as (
      insert into links.link_total as known (link_id, clicks, imported_clicks, uniques)
      select link_id, clicks, clicks, 0 from imported
      on conflict (link_id) do update set ${added}
    )
    insert into links.account_total as known (account_id, clicks, imported_clicks, uniques)
    select ${owner.id}::bigint, sum(clicks), sum(clicks), 0 from imported
    on conflict (account_id) do update set ${added}`.execute(db);
}

/**
 * Advisory lock that serializes writes of all processes, which would otherwise contend for the counters of
 * the same popular links.
 */
const lock = 7_267_011;
/** How long a stalled process, such as on a paused machine, may block the others. */
const maxIdleTime = sql`set_config('idle_in_transaction_session_timeout', '5s', true)`;

/** Runs `work` in a transaction while no other process stores clicks. */
export async function withClickLock<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  // The setting would outlast the savepoint, so a surrounding transaction keeps its own idle timeout.
  const pause = app.db.isTransaction ? sql`null` : maxIdleTime;
  return inTransaction(app, async (within) => {
    await sql`select pg_advisory_xact_lock(${lock}), ${pause}`.execute(within.db);
    return work(within);
  });
}
