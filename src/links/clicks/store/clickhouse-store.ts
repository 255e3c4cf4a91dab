import { sql } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { ClickHouse, Parameters } from '../../../platform/database/clickhouse.ts';
import { settlesWithin, timeOfClick, toUuid } from '../click.ts';
import type { Dimension, RollUps } from '../roll-ups.ts';
import type { ClickFilters } from '../statistics/filters.ts';
import { type StatisticsRange, stepsOf } from '../statistics/range.ts';
import { maxTallies, rhythmFrom, toRhythm, toStatistics } from '../statistics/statistics.ts';
import type { ClickStatistics, Limited, Rhythm, Tally } from '../statistics/statistics.ts';
import type { ClickCursor, ClickReader, ClickStore, StoredClick, TallyQuery } from './click-store.ts';
import { localTime, matchingClicks, moment, type StatementPart, whereOf } from './clickhouse-conditions.ts';
import { ensureTable } from './clickhouse-table.ts';
import { findWaiting, getHistory } from './shipments.ts';

/** Clicks in ClickHouse, of which filters read all. */
export const clickHouseStore = (app: ClickReader, clickHouse: ClickHouse): ClickStore => {
  const query = async <Row>(statement: string, parameters: Parameters): Promise<Row[]> => {
    await ensureTable(app, clickHouse);
    return clickHouse.query<Row>(statement, parameters);
  };
  return {
    maxLinks: 20_000,
    isWhole: true,
    listedAtOnce: 20_000,
    getFiltered: (of, range, filters) => getFiltered(app, query, matchingClicks(of, range, filters), range),
    listTallies: (of, tallies) =>
      listTallies(query, matchingClicks(of, tallies.range, tallies.filters), tallies),
    list: (accountId, cursor) => listClicks(app, query, accountId, cursor),
    findLink: (accountId, id) => findLink(app, query, accountId, id),
    listMatching: (of, ids, filters, range) => listMatching(query, { of, ids, filters, range }),
  };
};

type Query = <Row>(statement: string, parameters: Parameters) => Promise<Row[]>;

/** Names and expressions of dimensions, as in the roll-ups. */
const dimensionOf: Readonly<Record<Dimension, string>> = {
  country: 'country',
  region: "if(region = '', '', concat(country, '/', region))",
  city: "if(city = '', '', concat(country, '/', region, '/', city))",
  browser: 'browser',
  system: 'system',
  device: 'device',
  language: 'language',
  referrer: 'referrer',
  variant: 'variant',
  link: 'toString(link_id)',
  purpose: 'purpose',
};
/** Dimensions of which blank values are not counted. */
const rare: readonly string[] = ['region', 'city', 'variant', 'purpose'] satisfies Dimension[];

const names = Object.keys(dimensionOf) as Dimension[];
const columnOf = (name: Dimension) => `by_${name}`;
const columns = names.map((name) => `toString(${dimensionOf[name]}) as ${columnOf(name)}`).join(', ');
/** Each row has the value of one dimension, and the others are blank. */
const anyValue = `concat(${names.map(columnOf).join(', ')})`;
/** What `grouping` of all columns is for the rows of a dimension: a bit for each other one, the first one the highest. */
const maskOf = (name: Dimension) => 2 ** names.length - 1 - 2 ** (names.length - 1 - names.indexOf(name));
const dimensionByMask = new Map(names.map((name) => [String(maskOf(name)), name]));

interface TimeRow {
  /** Start of the step. 0: the row is of an hour of the week. */
  start: string;
  /** Hour of the week, counted from 24 on, as the first day is 1. */
  slot: string;
  clicks: string;
  uniques: string;
  bots: string;
}
interface ValueRow {
  value: string;
  clicks: string;
  uniques: string;
}

async function getFiltered(
  app: ClickReader,
  query: Query,
  { text, parameters }: StatementPart,
  range: StatisticsRange,
): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }> {
  const steps = stepsOf(range).map((at) => at.getTime());
  const [times, values, basis] = await Promise.all([
    query<TimeRow>(
      `with ${text}
      select toString(start) as start, slot, countIf(not is_bot) as clicks, countIf(is_first) as uniques, countIf(is_bot) as bots
      from (
        select roundDown(toUnixTimestamp64Milli(at), {steps:Array(Int64)}) as start, is_bot, is_first,
          if(at >= ${moment('since')}, toDayOfWeek(${localTime(range)}) * 24 + toHour(${localTime(range)}), 0) as slot
        from matching
      )
      group by grouping sets ((start), (slot))`,
      { ...parameters, steps, since: rhythmFrom(range).getTime() },
    ),
    query<ValueRow & { mask: string }>(
      `with ${text}
      select grouping(${names.map(columnOf).join(', ')}) as mask, ${anyValue} as value, count() as clicks, countIf(is_first) as uniques
      from (select ${columns}, is_first from matching where not is_bot)
      group by grouping sets (${names.map((name) => `(${columnOf(name)})`).join(', ')})
      having value <> '' or mask not in (${rare.map((name) => maskOf(name as Dimension)).join(', ')})
      order by mask, clicks desc, value limit ${maxTallies} by mask`,
      parameters,
    ),
    getBasis(app, range),
  ]);
  const counts = times
    .filter(({ start }) => start !== '0')
    .map(({ start, clicks, uniques, bots }) => ({
      step: steps.indexOf(Number(start)) + 1,
      clicks: Number(clicks),
      uniques: Number(uniques),
      bots: Number(bots),
    }));
  const rhythm = times
    .filter(({ start, slot }) => start === '0' && Number(slot) > 0)
    .map(({ slot, clicks }) => ({
      weekday: Math.floor(Number(slot) / 24),
      hour: Number(slot) % 24,
      clicks: Number(clicks),
    }));
  const statistics = toStatistics(
    range,
    counts,
    values.map(({ mask, ...row }) => ({
      dimension: dimensionByMask.get(mask) ?? '',
      ...toTally(row),
    })),
  );
  return {
    statistics: { ...statistics, ...basis(statistics.clicks + statistics.bots) },
    rhythm: toRhythm(rhythm),
  };
}

const toTally = ({ value, clicks, uniques }: ValueRow): Tally => ({
  value,
  clicks: Number(clicks),
  uniques: Number(uniques),
});

/** Returns what part of a range ClickHouse has: not what expired, is only in PostgreSQL, or still waits. */
async function getBasis(
  app: ClickReader,
  range: StatisticsRange,
): Promise<(clicks: number) => { limited?: Limited; until?: Date }> {
  const { clock, config } = app;
  const now = clock.now().getTime();
  const [since, waiting] = await Promise.all([getHistory(app), findWaiting(app)]);
  const kept = config.HOP_CLICK_DAYS > 0 ? new Date(now - days(config.HOP_CLICK_DAYS)) : undefined;
  const oldest = since && (!kept || since > kept) ? since : kept;
  const isLate = waiting !== undefined && waiting.getTime() < now - settlesWithin && waiting < range.to;
  return (clicks) => ({
    ...(oldest && range.from < oldest && { limited: { clicks, since: oldest } }),
    ...(isLate && { until: waiting }),
  });
}

async function listTallies(
  query: Query,
  { text, parameters }: StatementPart,
  { dimension, limit, offset }: TallyQuery,
): Promise<{ tallies: Tally[]; total: number }> {
  const rows = await query<ValueRow & { total: string }>(
    `with ${text}
    select toString(${dimensionOf[dimension]}) as value, count() as clicks, countIf(is_first) as uniques,
      count() over () as total
    from matching
    where not is_bot ${rare.includes(dimension) ? "and value <> ''" : ''}
    group by value order by clicks desc, value limit {limit:UInt32} offset {offset:UInt32}`,
    { ...parameters, limit, offset },
  );
  return { tallies: rows.map(toTally), total: Number(rows[0]?.total ?? 0) };
}

interface ClickRow extends Omit<StoredClick, 'at'> {
  at: string;
}

/** Reads a month at a time, because the table is not in the order of time. */
async function listClicks(
  app: ClickReader,
  query: Query,
  accountId: string,
  { after, from, linkId, max }: ClickCursor,
): Promise<StoredClick[]> {
  const narrowed = `account_id = {account:UInt64} ${linkId ? 'and link_id = {link:UInt64}' : ''}`;
  const scope = { account: accountId, ...(linkId && { link: linkId }) };
  const settled = new Date(app.clock.now().getTime() - settlesWithin);
  const waiting = await findWaiting(app);
  // What waits has earlier times than what is there already.
  const end = waiting && waiting < settled ? waiting : settled;
  let start = after === undefined ? from : timeOfClick(after);
  if (!start) {
    const first = await query<{ at: string }>(
      `select toString(toUnixTimestamp64Milli(min(at))) as at from click where ${narrowed} having count() > 0`,
      scope,
    );
    if (!first[0]) return [];
    start = new Date(Number(first[0].at));
  }
  const clicks: StoredClick[] = [];
  while (start < end && clicks.length < max) {
    const next = startOfNextMonth(start);
    const rows: ClickRow[] = await query<ClickRow>(
      `select id, toString(toUnixTimestamp64Milli(at)) as at, toString(link_id) as linkId, is_bot as isBot, country, region, city,
        browser, system, device, language, referrer, variant
      from click
      where ${narrowed} and click.at >= ${moment('start')} and click.at < ${moment('end')}
        ${after ? `and (click.at, UUIDToNum(click.id)) > (${moment('start')}, UUIDToNum({after:UUID}))` : ''}
      order by click.at, UUIDToNum(click.id) limit {max:UInt32}`,
      {
        ...scope,
        start: start.getTime(),
        end: Math.min(next.getTime(), end.getTime()),
        max: max - clicks.length,
        ...(after && { after: toUuid(after) }),
      },
    );
    for (const { at, ...click } of rows) clicks.push({ ...click, at: new Date(Number(at)) });
    start = next;
    after = undefined;
  }
  return clicks;
}

const startOfNextMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));

async function findLink(
  { db }: ClickReader,
  query: Query,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ linkId: string }>`
    select link_id as "linkId" from links.click_arrival
    where id = ${id}::uuid and account_id = ${accountId} and not is_bot`.execute(db);
  if (rows[0]) return rows[0].linkId;
  const found = await query<{ linkId: string }>(
    `select toString(link_id) as linkId from click
    where account_id = {account:UInt64} and at = ${moment('at')} and id = {id:UUID} and not is_bot limit 1`,
    { account: accountId, at: timeOfClick(id).getTime(), id: toUuid(id) },
  );
  return found[0]?.linkId;
}

async function listMatching(
  query: Query,
  {
    of,
    ids,
    filters,
    range,
  }: { of: RollUps; ids: readonly string[]; filters: ClickFilters; range: StatisticsRange },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { text, parameters } = whereOf(of, filters, range);
  const times = ids.map((id) => timeOfClick(id).getTime());
  const rows = await query<{ id: string }>(
    `select distinct replaceAll(toString(id), '-', '') as id from click
    where ${text} and at >= ${moment('first')} and at <= ${moment('last')} and click.id in {ids:Array(UUID)}`,
    {
      ...parameters,
      first: times.reduce((one, other) => Math.min(one, other)),
      last: times.reduce((one, other) => Math.max(one, other)),
      ids: ids.map(toUuid),
    },
  );
  return rows.map(({ id }) => id);
}
