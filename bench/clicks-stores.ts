/**
 * Compares the stores of clicks with the same clicks: bytes a click, ten typical questions, clicks stored per second.
 * Usage: `node bench/clicks-stores.ts [million clicks] [at most in PostgreSQL]`. Needs ClickHouse's engine: `npm ci --prefix
 * clickhouse-engine`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { days, hours } from '../src/kernel/time.ts';
import { ofAccount, ofLink, type RollUps } from '../src/links/clicks/roll-ups.ts';
import { insertClicks, clickLines, sampleClick } from '../src/links/clicks/spool/insert-clicks.ts';
import type { ClickFilters } from '../src/links/clicks/statistics/filters.ts';
import type { StatisticsRange } from '../src/links/clicks/statistics/range.ts';
import { clickStore, type ClickStore } from '../src/links/clicks/store/click-store.ts';
import { ensureTable } from '../src/links/clicks/store/clickhouse-table.ts';
import { shipClicks } from '../src/links/clicks/store/shipments.ts';
import type { App } from '../src/platform/app.ts';
import type { ClickHouse } from '../src/platform/database/clickhouse.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import { loadConfig } from '../src/platform/settings/config.ts';
import { type ClickHouseEngine, startEngine } from '../test/clickhouse/engine.ts';

const million = 1_000_000;
const clicks = Number(process.argv[2] ?? 1) * million;
const inPostgres = Math.min(clicks, Number(process.argv[3] ?? 5) * million);
/** Accounts of 25 links with 1 click in 40, of 500 links with half of them, and of all others. */
const links = 1000;
const [small, big] = ['101', '102'];
const link = '7';
const end = Math.floor(Date.now() / days(1)) * days(1);
const start = end - days(365);
const tries = 5;

/** The same traits of click number `i` in both languages of SQL. */
const linkOf = `1 + i * 7919 % ${links}`;
const accountOf = `case when ${linkOf} <= 25 then ${small} when ${linkOf} <= 525 then ${big} else 103 end`;
const trait = (name: string, factor: number, values: number) => ({ name, factor, values });
const traits = [
  trait('country', 611953, 60),
  trait('region', 746773, 90),
  trait('city', 882377, 400),
  trait('browser', 993319, 12),
  trait('system', 524287, 8),
  trait('device', 479909, 4),
  trait('language', 350377, 30),
  trait('referrer', 298999, 300),
];
const valueOf = ({ name, factor, values }: (typeof traits)[number], text: string) =>
  `concat('${name}', cast(i * ${factor} % 1000003 % ${values} as ${text}))`;
const traitNames = traits.map(({ name }) => name).join(', ');

/** Clicks are evenly distributed over the year. */
const timeOf = (count: number) => `${start} + i * ${Math.floor((end - start) / (count / 1000))} / 1000`;

async function fillPostgres(pool: pg.Pool): Promise<void> {
  await pool.query(`select links.add_click_month((date_trunc('month', now()) - ago * interval '1 month')::date)
    from generate_series(1, 13) as ago`);
  await pool.query(`
    insert into links.click (id, at, link_id, account_id, is_bot, visitor, ${traitNames})
    select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || lpad(to_hex(i / 4096), 5, '0') || 'a1b2c3d4e5')::uuid,
      to_timestamp(ms / 1000.0), ${linkOf}, ${accountOf}, i % 50 = 0, i / 3 * 2654435761,
      ${traits.map((each) => valueOf(each, 'text')).join(', ')}
    from (select i, ${timeOf(inPostgres)} as ms from generate_series(0, ${inPostgres - 1}::bigint) as i) as click`);
  await pool.query('vacuum analyze links.click');
}

const hexOf = (number: string, digits: number) =>
  `right(leftPad(hex(toUInt64(${number})), 16, '0'), ${digits})`;

async function fillClickHouse(clickhouse: ClickHouse): Promise<void> {
  const empty = ['purpose', 'variant', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
  const columns = [
    'id',
    'at',
    'link_id',
    'account_id',
    'is_bot',
    'visitor',
    ...traits.map(({ name }) => name),
    ...empty,
  ];
  // A part takes less than the longest time of a statement.
  for (let from = 0; from < clicks; from += million)
    await clickhouse.command(`
    insert into click (${columns.join(', ')})
    select toUUID(concat(substring(hex, 1, 8), '-', substring(hex, 9, 4), '-', substring(hex, 13, 4), '-', substring(hex, 17, 4), '-',
        substring(hex, 21, 12))),
      fromUnixTimestamp64Milli(ms), ${linkOf}, ${accountOf}, i % 50 = 0, toInt64(intDiv(i, 3) * 2654435761),
      ${traits.map((each) => valueOf(each, 'String')).join(', ')},
      ${empty.map(() => "''").join(', ')}
    from (
      select i, ms, lower(concat(${hexOf('ms', 12)}, '7', ${hexOf('i % 4096', 3)}, '8',
        ${hexOf('intDiv(i, 4096)', 5)}, 'a1b2c3d4e5')) as hex
      from (select toInt64(number) as i, toInt64(${start} + intDiv(i * ${Math.floor((end - start) / (clicks / 1000))}, 1000)) as ms
        from numbers(${from}, ${Math.min(million, clicks - from)}))
    )`);
}

interface Question {
  name: string;
  ask: (store: ClickStore) => Promise<unknown>;
}

const range = (length: number, step: StatisticsRange['step']): StatisticsRange => ({
  from: new Date(end - length),
  to: new Date(end),
  step,
});
const filtered = (name: string, of: RollUps, within: StatisticsRange, filters: ClickFilters): Question => ({
  name,
  ask: async (store) => {
    const { statistics } = await store.getFiltered(of, within, filters);
    return statistics.limited ? 'newest only' : statistics.clicks;
  },
});

const [month, year] = [range(days(30), 'day'), range(days(365), 'month')];
const questions: Question[] = [
  filtered('small account, a month, a country', ofAccount(small), month, { country: 'country3' }),
  filtered('small account, a year, country, device and browser', ofAccount(small), year, {
    country: 'country3',
    device: 'device1',
    browser: 'browser1',
  }),
  filtered('small account, a year, Mondays at 9', ofAccount(small), year, { weekday: '1', hour: '9' }),
  filtered('a link, a year, a referrer', ofLink(link), year, { referrer: 'referrer5' }),
  filtered('a link, a week by hour, a device', ofLink(link), range(days(7), 'hour'), { device: 'device1' }),
  filtered('big account, a month, a country', ofAccount(big), month, { country: 'country3' }),
  filtered('big account, a year, country and device', ofAccount(big), year, {
    country: 'country3',
    device: 'device1',
  }),
  filtered('big account, a year, evenings', ofAccount(big), year, { hour: '20' }),
  {
    name: 'big account, a year, all referrers of a browser',
    ask: async (store) => {
      const query = {
        dimension: 'referrer',
        range: year,
        filters: { browser: 'browser1' },
        limit: 50,
        offset: 0,
      } as const;
      return (await store.listTallies(ofAccount(big), query)).total;
    },
  },
  {
    name: 'big account, 1,000 single clicks from a time on',
    ask: async (store) => (await store.list(big, { from: new Date(end - hours(2400)), max: 1000 })).length,
  },
];

async function measure({ ask }: Question, store: ClickStore): Promise<string> {
  const times: number[] = [];
  let answer: unknown;
  for (let n = 0; n < tries; n += 1) {
    const begin = performance.now();
    answer = await ask(store);
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return `${(times[Math.floor(tries / 2)] ?? 0).toFixed(0)} ms (${String(answer)})`;
}

/** Stores clicks in batches as the spool does, with their counts, and returns the clicks per second. */
async function measureIngest(app: App, count = 40_000): Promise<string> {
  const batches = Array.from({ length: count / 2000 }, (_, batch) =>
    clickLines(
      ...Array.from({ length: 2000 }, (_, n) =>
        sampleClick({
          linkId: String(1 + ((n * 7919) % links)),
          at: end + batch,
          visitor: { hash: String(n % 700) },
        }),
      ),
    ),
  );
  const begin = performance.now();
  for (const lines of batches) await insertClicks(app, lines);
  await shipClicks(app);
  return Math.round(count / ((performance.now() - begin) / 1000)).toLocaleString('en');
}

async function bench(
  engine: ClickHouseEngine,
  connection: EmbeddedPostgres['connection'],
  folder: string,
): Promise<void> {
  const log = createLog({ LOG_LEVEL: 'warn' });
  const config = loadConfig({
    DATA_DIR: folder,
    CLICKHOUSE_URL: await engine.addDatabase(),
    HOP_CLICK_DAYS: '0',
  });
  const open = await openApp(config, connection, log);
  const pool = new pg.Pool(connection);
  try {
    const { clickhouse, ...postgres } = open.app;
    if (!clickhouse) throw new Error('There is no ClickHouse');
    await ensureTable(open.app, clickhouse);
    const begin = performance.now();
    await fillPostgres(pool);
    const middle = performance.now();
    await fillClickHouse(clickhouse);
    console.log(
      `PostgreSQL: ${inPostgres.toLocaleString('en')} clicks in ${((middle - begin) / 1000).toFixed(0)} s. ` +
        `ClickHouse: ${clicks.toLocaleString('en')} in ${((performance.now() - middle) / 1000).toFixed(0)} s\n`,
    );
    const { rows } = await pool.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(inhrelid))::float8 as bytes from pg_inherits where inhparent = 'links.click'::regclass`,
    );
    await clickhouse.command('optimize table click final settings max_execution_time = 0');
    const [part] = await clickhouse.query<{ bytes: string }>(
      "select sum(bytes_on_disk) as bytes from system.parts where active and table = 'click' and database = currentDatabase()",
    );
    const table = [
      ['', 'PostgreSQL', 'ClickHouse'],
      [
        'bytes a click',
        ((rows[0]?.bytes ?? 0) / inPostgres).toFixed(0),
        (Number(part?.bytes) / clicks).toFixed(0),
      ],
    ];
    for (const question of questions)
      table.push([
        question.name,
        await measure(question, clickStore(postgres)),
        await measure(question, clickStore(open.app)),
      ]);
    await pool.query('delete from links.click_history');
    table.push([
      'clicks stored and counted a second',
      await measureIngest(postgres),
      await measureIngest(open.app),
    ]);
    for (const [name = '', one = '', other = ''] of table)
      console.log(`${name.padEnd(55)}${one.padStart(26)}${other.padStart(26)}`);
  } finally {
    await pool.end();
    await open.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const quiet = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log: quiet });
const engine = await startEngine();
try {
  await prepareDatabase(postgres.connection, quiet, { wait: 0, isDirect: true });
  await bench(engine, postgres.connection, folder);
} finally {
  await engine.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
