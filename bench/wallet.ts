/**
 * Benchmarks the wallet: 200 people tipping one creator concurrently, in transfers per second compared with
 * the bare statements of a double entry, and a statement page among few entries compared with one among many,
 * in shared buffers. Usage: `node bench/wallet.ts [tips] [entries]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { systemClock } from '../src/platform/app.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { loadConfig } from '../src/platform/settings/config.ts';
import { checkLedger } from '../src/social/wallet/balances.ts';
import { saleLegs } from '../src/social/wallet/sales.ts';
import { provider, transfer, wallet } from '../src/social/wallet/ledger.ts';
import { listStatement, toStatementFilter } from '../src/social/wallet/statement/entries.ts';

const people = 200;
const cause = { subject: 'bench' };
const tips = Number(process.argv[2] ?? 4000);
const entries = Number(process.argv[3] ?? 1_000_000);

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({
  folder: `${folder}/postgres`,
  database: 'bench',
  log,
  settings: { shared_preload_libraries: 'pg_stat_statements' },
});
const config = loadConfig({ DATA_DIR: folder, SECRET_KEY: 'ab'.repeat(32) });
const database = openDatabase(postgres.connection, config, log);
const app = { db: database.kysely, clock: systemClock, config };
const client = new pg.Client(postgres.connection);
try {
  await prepareDatabase(postgres.connection, log);
  await client.connect();
  await client.query('create extension pg_stat_statements');
  const [creator = '', ...fans] = await addPeople(people + 1);
  for (const fan of fans) await topUp(fan);
  const connections = database.pool.options.max;
  const bare = await openBare(fans, creator, connections);
  // Alternates sequentially, so that other load affects both.
  const rates: { bare: number; ours: number }[] = [];
  for (let round = 0; round < 5; round += 1)
    rates.push({
      bare: await perSecond(connections, (n) => bare.tip(n)),
      ours: await perSecond(connections, (n) => tip(fans[n % people] ?? '', creator, `${round}:${n}`)),
    });
  await bare.close();
  const best = (side: 'bare' | 'ours') => Math.max(...rates.map((rate) => rate[side]));
  print(
    'tips per second to one creator: bare, ours',
    best('bare'),
    best('ours'),
    best('ours') / best('bare'),
    '>= 0.5',
  );
  const { mistakes } = await checkLedger(app);
  if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes));

  const [few = '', many = ''] = await addPeople(2);
  await addEntries(few, 10_000);
  await addEntries(many, entries);
  await client.query('vacuum analyze social.ledger_transfer');
  const costs: number[] = [];
  for (const person of [few, many]) costs.push(await buffersOf(person));
  const [one = 0, other = 0] = costs;
  print(
    `statement page, buffers: 10,000, ${entries.toLocaleString('en')} entries`,
    one,
    other,
    other / one,
    '<= 1.3',
  );
} finally {
  await client.end();
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function print(title: string, one: number, other: number, ratio: number, bar: string): void {
  console.log(
    `${title.padEnd(52)} ${one.toFixed(0)}, ${other.toFixed(0)}, ratio ${ratio.toFixed(2)} (bar ${bar})`,
  );
}

async function addPeople(count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    select 'p' || gen_random_uuid(), gen_random_uuid() || '@example.org', '', 'P', '', now(), now()
    from generate_series(1, ${sql.lit(count)}) returning id::text`.execute(database.kysely);
  return rows.map(({ id }) => id);
}

async function topUp(id: string): Promise<void> {
  await transfer(app, [{ from: provider('bank'), to: wallet(id), amount: 10n ** 12n, kind: 'top_up' }], {
    key: `top-up:${id}`,
    cause,
  });
}

async function tip(buyer: string, seller: string, key: string): Promise<void> {
  await transfer(app, saleLegs(app, { buyer, seller, price: 1_000_000n, kind: 'tip' }), {
    key: `tip:${key}`,
    cause,
  });
}

/**
 * Runs the given number of tips, as many concurrently as there are connections, by each of `people` in turn.
 */
async function perSecond(atOnce: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < tips) await work(next++);
    }),
  );
  return tips / ((performance.now() - started) / 1000);
}

/**
 * The minimal double entry: three balances and two transfers of one transaction in separate tables, in one
 * database transaction of prepared statements, without idempotency keys, balance checks, history or indexes
 * other than the primary key.
 */
async function openBare(fans: readonly string[], creator: string, connections: number) {
  await client.query('create table bare_account (id bigint primary key, balance bigint not null)');
  await client.query(
    `create table bare_transfer (id bigint generated always as identity primary key, debit bigint, credit bigint,
      amount bigint, at timestamptz)`,
  );
  await client.query('insert into bare_account select unnest($1::bigint[]), 1000000000000', [
    [...fans, creator, '0'],
  ]);
  const pool = new pg.Pool({ ...postgres.connection, max: connections });
  const add = { name: 'add', text: 'update bare_account set balance = balance + $2 where id = $1' };
  const insert = {
    name: 'insert',
    text: 'insert into bare_transfer (debit, credit, amount, at) values ($1, $2, $3, now()), ($2, 0, $4, now())',
  };
  return {
    tip: async (n: number) => {
      const one = await pool.connect();
      const fan = fans[n % people] ?? '';
      await one.query('begin');
      await one.query({ ...insert, values: [fan, creator, 1_000_000, 50_000] });
      await one.query({ ...add, values: [fan, -1_000_000] });
      // The contended rows come last, so that they are locked as briefly as possible.
      await one.query({ ...add, values: [creator, 950_000] });
      await one.query({ ...add, values: ['0', 50_000] });
      await one.query('commit');
      one.release();
    },
    close: () => pool.end(),
  };
}

/** Fills a wallet with the given number of entries, half of them incoming and half outgoing. */
async function addEntries(person: string, count: number): Promise<void> {
  await topUp(person);
  const { rows } = await client.query<{ id: string; operatorAccount: string; transaction: string }>(
    `select account.id, debit_id as "operatorAccount", transaction_id as transaction
     from social.ledger_account as account join social.ledger_transfer on credit_id = account.id where owner_id = $1`,
    [person],
  );
  const { id, operatorAccount, transaction } = rows[0] ?? {};
  await client.query(
    `insert into social.ledger_transfer (transaction_id, kind, debit_id, credit_id, amount, debit_balance, credit_balance, created_at)
     select $3::bigint, 'tip', case n % 2 when 0 then $1::bigint else $2::bigint end,
       case n % 2 when 0 then $2::bigint else $1::bigint end, 1, 0, 0, now() + n * interval '1 second'
     from generate_series(1, $4::integer) as n`,
    [id, operatorAccount, transaction, count - 1],
  );
}

/** Returns the shared buffers of a page in the middle of a statement, after planning. */
async function buffersOf(person: string): Promise<number> {
  const filter = toStatementFilter({ account: 'wallet', direction: 'all', kind: '', from: '', to: '' });
  const { next: cursor } = await listStatement(app, person, filter, { limit: 5000 });
  for (let times = 0; times < 10; times += 1) await listStatement(app, person, filter, { cursor });
  await client.query('select pg_stat_statements_reset()');
  await listStatement(app, person, filter, { cursor });
  const { rows } = await client.query<{ buffers: string }>(
    `select sum(shared_blks_hit + shared_blks_read) as buffers from pg_stat_statements
     where query like '%ledger_transfer%' and query not like '%pg_stat_statements%'`,
  );
  return Number(rows[0]?.buffers);
}
