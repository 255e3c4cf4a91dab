/**
 * Benchmarks paid calls: a quote compared with Fastify's JSON, a paid call (without the time of a chain)
 * compared with the same unpaid read, and a paid call among many payments compared with one among few.
 * Measures processor time of the server. Usage: `node bench/paid.ts [calls] [payments]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { tokenHash } from '../src/kernel/secrets.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { startFacilitator } from '../test/paid/facilitator.ts';
import { payOnBase } from '../test/paid/payments.ts';
import { freePort, startProgram, startServer, type Server } from './server.ts';

const calls = Number(process.argv[2] ?? 400);
const payments = Number(process.argv[3] ?? 1_000_000);

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
const facilitator = await startFacilitator();
const client = new pg.Client(postgres.connection);
const servers: Server[] = [];
try {
  await prepareDatabase(postgres.connection, log);
  await client.connect();
  const post = await fill();
  const plaza = await startPlaza();
  servers.push(plaza);
  const question = `${plaza.origin}/api/post?id=${post}`;
  const json = await startJson(question);
  servers.push(json);
  const quotes = await costsOf([json, () => get(json.origin, 200)], [plaza, () => get(question, 402)]);
  print('quote: JSON of Fastify, 402', ...quotes, 0.6);
  const session = { 'x-auth-token': 'bench-person' };
  const unpaid = await costOf(plaza, () => get(`${plaza.origin}/apis/php/posts/post/${post}`, 200, session));
  const paid = await costOfPaid(plaza, question);
  print('read: unpaid, paid', unpaid, paid, 0.5);
  if (payments > 0) {
    await addPayments();
    const amongMany = await costOfPaid(plaza, question);
    print(`paid: few payments, ${payments.toLocaleString('en')}`, paid, amongMany, 0.77);
  }
} finally {
  for (const server of servers) await server.stop();
  await facilitator.stop();
  await client.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function print(title: string, one: number, other: number, bar: number): void {
  const ratio = (one / other).toFixed(2);
  console.log(
    `${title.padEnd(36)} ${one.toFixed(3)} ms, ${other.toFixed(3)} ms, ratio ${ratio} (bar >= ${bar})`,
  );
}

async function get(url: string, status: number, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status} ${text.slice(0, 300)}`);
  return answer;
}

/** Starts Fastify with a response as large as a quote and with the same headers. */
async function startJson(question: string): Promise<Server> {
  await get(question, 402); // The first quote is serialized by Fastify and is a few bytes larger.
  const quote = await fetch(question);
  const body = await quote.text();
  const ownHeaders = /^(payment-required|content-type|content-length|date|connection|keep-alive)$/;
  const shared = Object.fromEntries([...quote.headers].filter(([name]) => !ownHeaders.test(name)));
  const length = body.length + (quote.headers.get('payment-required') ?? '').length;
  const port = await freePort();
  return startServer(
    ['bench/baselines/quote.ts', String(port), String(length), JSON.stringify(shared)],
    {},
    port,
  );
}

type Side = [server: Server, call: () => Promise<unknown>];

/**
 * Measures the processor time per call of two servers. The calls alternate, so that other load affects both.
 * The quietest rounds count.
 */
async function costsOf(...sides: [Side, Side]): Promise<[number, number]> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < 12; round += 1) {
    const costs: number[] = [];
    for (const [server, call] of sides) costs.push(await roundOf(server, call));
    rounds.push([costs[0] ?? NaN, costs[1] ?? NaN]);
  }
  const warm = rounds.slice(4);
  return [Math.min(...warm.map(([one]) => one)), Math.min(...warm.map(([, other]) => other))];
}

async function roundOf(server: Server, call: () => Promise<unknown>, times = calls * 10): Promise<number> {
  const before = server.processorTime();
  for (let i = 0; i < times; i += 1) await call();
  return (server.processorTime() - before) / times;
}

/** Measures the processor time per call, in milliseconds, of a warm server. */
async function costOf(server: Server, call: () => Promise<unknown>, times = calls * 5): Promise<number> {
  for (let i = 0; i < times; i += 1) await call();
  const before = server.processorTime();
  for (let i = 0; i < times; i += 1) await call();
  return (server.processorTime() - before) / times;
}

/**
 * Measures calls with payments whose quotes were requested in advance. The server is as warm as for unpaid
 * calls.
 */
async function costOfPaid(server: Server, url: string): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const signed: Record<string, string>[] = [];
    for (let i = 0; i < calls; i += 1) {
      const { headers } = await get(url, 402);
      signed.push(payOnBase({ headers: Object.fromEntries(headers) }, new Date()));
    }
    const before = server.processorTime();
    for (const payment of signed) await get(url, 200, payment);
    costs.push((server.processorTime() - before) / calls);
  }
  return Math.min(...costs.slice(4));
}

async function startPlaza(): Promise<Server> {
  const { host, user, port: databasePort, database } = postgres.connection;
  const port = await freePort();
  return startProgram(
    {
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${databasePort}/${database}`,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PLAZA_PORT: String(port),
      HOP_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'false',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      X402_FACILITATOR_URL: facilitator.url,
    },
    port,
  );
}

/** Creates an account with a session and a post. */
async function fill(): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    values ('bench', 'bench@example.org', '', 'Bench', 'Mark', now() - interval '1 year', now()) returning id`);
  const id = rows[0]?.id ?? '';
  await client.query(
    `insert into identity.session (account_id, token_hash, created_via, user_agent, address, created_at, last_used_at, expires_at)
     values ($1, $2, 'api', 'bench', '127.0.0.1', now(), now(), now() + interval '1 day')`,
    [id, tokenHash('bench-person')],
  );
  const posts = await client.query<{ id: string }>(
    `insert into social.post (author_id, kind, text, privacy, created_at) values ($1, 'post', $2, 'public', now()) returning id`,
    [id, 'Sourdough, day three: it rises. '.repeat(10)],
  );
  return posts.rows[0]?.id ?? '';
}

/** Adds a year of sales to the ledger. */
async function addPayments(): Promise<void> {
  await client.query(
    `insert into paid.payment (identity, quote, payload_hash, input_hash, operation, method, version, network, asset, amount, payer,
       state, transaction, request, lease_until, created_at, settled_at)
     select sha256(n::text::bytea), 'old-' || n, sha256('p'), sha256('i'), '/api/post', 'GET', 2, 'eip155:8453', 'usdc', 2000,
       'payer-' || n % 5000, 'settled', 'tx-' || n, '{}', at, at, at
     from generate_series(1, $1::integer) as n, lateral (select now() - n * interval '30 seconds' as at) as time`,
    [payments],
  );
  await client.query('analyze paid.payment');
}
