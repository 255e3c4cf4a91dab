/**
 * Benchmarks public pages for signed-out visitors, rendered and cached, compared with Fastify returning the
 * same data as JSON, queried and from memory. Usage: `node bench/public-pages.ts [seconds a round] [rounds]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { connections, generator, load } from './load.ts';
import { freePort, startProgram, startServer, type Server } from './server.ts';

const seconds = Number(process.argv[2] ?? 4);
const rounds = Number(process.argv[3] ?? 5);
const posts = 100;
const commentsOfEach = 20;

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
const servers: Server[] = [];
try {
  await prepareDatabase(postgres.connection, log);
  await fill();
  const [json, uncached, cached] = [await startJson(), await startPlaza('0'), await startPlaza('64')];
  servers.push(json, uncached, cached);
  console.log(`\n${generator}, ${connections} connections, ${rounds} rounds of ${seconds} s per side\n`);
  await compare('rendered', { server: json, word: 'posts/' }, { server: uncached, word: 'posts/' }, 0.3);
  await compare('cached', { server: json, word: 'kept/' }, { server: cached, word: 'posts/' }, 0.7);
  console.log(
    `\nmemory of Plaza: ${cached.memory()} MiB with the page cache, ${uncached.memory()} MiB without`,
  );
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

interface Side {
  server: Server;
  word: string;
}

async function compare(title: string, json: Side, page: Side, bar: number): Promise<void> {
  const found: Record<'json' | 'page', Measured[]> = { json: [], page: [] };
  for (const { server, word } of [json, page])
    for (let i = 1; i <= posts; i += 1) await (await fetch(`${server.origin}/${word}${i}`)).arrayBuffer();
  await Promise.all([measure(json), measure(page)]);
  for (let round = 0; round < rounds; round += 1) {
    found.json.push(await measure(json));
    found.page.push(await measure(page));
  }
  const of = (key: keyof Measured) => [
    middle(found.json.map((round) => round[key])),
    middle(found.page.map((round) => round[key])),
  ];
  const [jsonSpeed = NaN, pageSpeed = NaN] = of('perSecond');
  const [jsonCost = NaN, pageCost = NaN] = of('processor');
  console.log(
    `${title.padEnd(14)} JSON ${jsonSpeed.toFixed(0)}/s, page ${pageSpeed.toFixed(0)}/s, ratio ${(pageSpeed / jsonSpeed).toFixed(2)} (bar >= ${bar}); ` +
      `processor time ${jsonCost.toFixed(0)} and ${pageCost.toFixed(0)} µs, ratio ${(jsonCost / pageCost).toFixed(2)}`,
  );
}

interface Measured {
  perSecond: number;
  /** Processor time per request, in microseconds. */
  processor: number;
}

async function measure({ server, word }: Side): Promise<Measured> {
  const before = server.processorTime();
  const { answers, perSecond } = await load(server.origin, { word, different: posts }, seconds, folder);
  return { perSecond, processor: (1000 * (server.processorTime() - before)) / answers };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function environment(port: number, other: number): Record<string, string> {
  const { host, user, port: databasePort, database } = postgres.connection;
  return {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${databasePort}/${database}`,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(port),
    HOP_PORT: String(other),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
  };
}

async function startJson(): Promise<Server> {
  const port = await freePort();
  return startServer(
    ['bench/baselines/public-pages.ts', String(port)],
    environment(port, await freePort()),
    port,
  );
}

async function startPlaza(cacheMib: string): Promise<Server> {
  const port = await freePort();
  const all = { ...environment(port, await freePort()), PAGE_CACHE_MIB: cacheMib };
  return startProgram(all, port);
}

async function fill(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    values ('bench', 'bench@example.org', '', 'Bench', 'Mark', now(), now())`);
  await client.query(
    `insert into social.post (author_id, text, privacy, created_at)
     select account.id, 'Post ' || i || E' says something of **middling** length, with a #hashtag and more.\\n\\nAnd a second paragraph.', 'public', now()
     from identity.account, generate_series(1, $1::int) as i`,
    [posts],
  );
  await client.query(
    `insert into social.comment (post_id, author_id, text, created_at)
     select post.id, post.author_id, 'Comment ' || i || ' that somebody made on it', now()
     from social.post, generate_series(1, $1::int) as i`,
    [commentsOfEach],
  );
  await client.query('analyze');
  await client.end();
}
