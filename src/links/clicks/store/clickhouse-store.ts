import { sql } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { ClickHouse, Parameters } from '../../../platform/database/clickhouse.ts';
import { settlesWithin, timeOfClick, toUuid } from '../click.ts';
import type { Dimension, RollUps } from '../roll-ups.ts';
import type { ClickFilters } from '../statistics/filters.ts';
import { type StatisticsRange, stepsOf } from '../statistics/range.ts';
import {
  type ClickStatistics,
  type Limited,
  maxTallies,
  type Rhythm,
  rhythmFrom,
  type Tally,
  toRhythm,
  toStatistics,
} from '../statistics/statistics.ts';
import type { ClickCursor, ClickReader, ClickStore, StoredClick, TallyQuery } from './click-store.ts';
import { localTime, matchingClicks, moment, type Part, whereOf } from './clickhouse-conditions.ts';
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
const rare = "'region', 'city', 'variant', 'purpose'";

const allDimensions = Object.entries(dimensionOf)
  .map(([name, value]) => `('${name}', toString(${value}))`)
  .join(', ');

/** A visitor's first click on a link of a day counts as unique. */
const isFirst =
  'number in (select min(number) from matching where not is_bot group by link_id, visitor, toDate(at))';

interface Point {
  start: string;
  clicks: string;
  uniques: string;
  bots: string;
}
interface DimensionRow {
  dimension: string;
  value: string;
  clicks: string;
  uniques: string;
}
interface RhythmRow {
  weekday: number;
  hour: number;
  clicks: string;
}

async function getFiltered(
  app: ClickReader,
  query: Query,
  { text, parameters }: Part,
  range: StatisticsRange,
): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }> {
  const steps = stepsOf(range).map((at) => at.getTime());
  const [points, tallies, rhythm, basis] = await Promise.all([
    query<Point>(
      `with ${text}
      select toString(roundDown(toUnixTimestamp64Milli(at), {steps:Array(Int64)})) as start, countIf(not is_bot) as clicks,
        countIf(not is_bot and ${isFirst}) as uniques, countIf(is_bot) as bots
      from matching group by start`,
      { ...parameters, steps },
    ),
    query<DimensionRow>(
      `with ${text}
      select pair.1 as dimension, pair.2 as value, count() as clicks, countIf(is_first) as uniques
      from (select *, ${isFirst} as is_first from matching where not is_bot)
      array join [${allDimensions}] as pair
      where value <> '' or dimension not in (${rare})
      group by dimension, value order by dimension, clicks desc, value limit ${maxTallies} by dimension`,
      parameters,
    ),
    query<RhythmRow>(
      `with ${text}
      select toDayOfWeek(${localTime(range)}) as weekday, toHour(${localTime(range)}) as hour, count() as clicks
      from matching where not is_bot and at >= ${moment('since')} group by weekday, hour`,
      { ...parameters, since: rhythmFrom(range).getTime() },
    ),
    getBasis(app, range),
  ]);
  const counts = points.map(({ start, clicks, uniques, bots }) => ({
    step: steps.indexOf(Number(start)) + 1,
    clicks: Number(clicks),
    uniques: Number(uniques),
    bots: Number(bots),
  }));
  const statistics = toStatistics(
    range,
    counts,
    tallies.map(({ dimension, ...tally }) => ({ dimension, ...toTally(tally) })),
  );
  return {
    statistics: { ...statistics, ...basis(statistics.clicks + statistics.bots) },
    rhythm: toRhythm(rhythm.map(({ clicks, ...place }) => ({ ...place, clicks: Number(clicks) }))),
  };
}

const toTally = ({ value, clicks, uniques }: Omit<DimensionRow, 'dimension'>): Tally => ({
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
  { text, parameters }: Part,
  { dimension, limit, offset }: TallyQuery,
): Promise<{ tallies: Tally[]; total: number }> {
  const rows = await query<Omit<DimensionRow, 'dimension'> & { total: string }>(
    `with ${text}
    select toString(${dimensionOf[dimension]}) as value, count() as clicks, countIf(${isFirst}) as uniques,
      count() over () as total
    from matching
    where not is_bot and (value <> '' or '${dimension}' not in (${rare}))
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
