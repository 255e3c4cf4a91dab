/**
 * Measures a process for redirects only (`npm run start:redirect`), near its database and 80 ms away from it: start,
 * memory, processor time, and how long visitors wait. The delay is added by a proxy, because not every kernel
 * has `tc netem`. Usage: `node bench/edge.ts [seconds of load] [milliseconds of a round trip]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { addLinks, links, load } from './load.ts';
import { freePort, startEdge, startProgram, type Server } from './server.ts';

const seconds = Number(process.argv[2] ?? 6);
/** The newest links are loaded in 200 batches, one after the other. */
const warmUp = 8000 + 200 * Number(process.argv[3] ?? 80);
const roundTrip = Number(process.argv[3] ?? 80);

const folder = await mkdtemp(join(tmpdir(), 'edge-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
const open: { stop(): Promise<unknown> }[] = [];
try {
  const environment = { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' };
  const hopPort = await freePort();
  const all = await startProgram(
    {
      ...environment,
      DATABASE_URL: addressOf(postgres),
      PLAZA_PORT: String(await freePort()),
      HOP_PORT: String(hopPort),
    },
    hopPort,
  );
  open.push(all);
  const pool = new pg.Pool(postgres.connection);
  // The oldest are not cached in advance.
  await addLinks(pool, links + 100);
  const upstream = await startDelay({ host: '127.0.0.1', port: hopPort });
  const database = await startDelay(postgres.connection);
  open.push(upstream, database);
  console.log(`Round trip to the database and to the other machine: ${roundTrip} ms\n`);
  const port = await freePort();
  const begin = performance.now();
  const edge = await startEdge(
    {
      ...environment,
      DATA_DIR: `${folder}/edge`,
      ROLE: 'redirect',
      DATABASE_URL: addressOf({ connection: { ...postgres.connection, ...database } }),
      REDIRECT_UPSTREAM: `http://127.0.0.1:${upstream.port}`,
      HOP_PORT: String(port),
    },
    port,
  );
  open.unshift(edge);
  print('start, until the first response', `${((performance.now() - begin) / 1000).toFixed(2)} s`);
  print('  of which processor time', `${(edge.processorTime() / 1000).toFixed(2)} s`);
  print('memory at the start', `${edge.memory()} MiB (bar 90)`);
  await measure(edge, pool);
  await pool.end();
} finally {
  for (const each of open) await each.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(edge: Server, pool: pg.Pool): Promise<void> {
  await sleep(warmUp);
  print('memory with the newest links', `${edge.memory()} MiB`);
  print('a link that was never asked for', await waits(edge, (i) => `l${i}`));
  print('the same links again', await waits(edge, (i) => `l${i}`));
  print('unknown aliases, all different', await waits(edge, (i) => `nothing${i}`));
  const before = edge.processorTime();
  const { answers, perSecond, p99 } = await load(
    edge.origin,
    { word: 'l', different: links },
    seconds,
    folder,
  );
  print(
    `${links.toLocaleString('en')} links for ${seconds} s`,
    `${answers} redirects, ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`,
  );
  print(
    'processor time of a redirect',
    `${((1000 * (edge.processorTime() - before)) / answers).toFixed(0)} µs`,
  );
  print('memory after them', `${edge.memory()} MiB`);
  await sleep(5000);
  const { rows } = await pool.query<{ clicks: number }>(
    'select coalesce(sum(clicks), 0)::float8 as clicks from links.link_total',
  );
  print('memory five seconds later', `${edge.memory()} MiB`);
  print('clicks in the statistics', `${rows[0]?.clicks}`);
}

/** Returns how long visitors wait, one after the other. */
async function waits({ origin }: Server, aliasOf: (i: number) => string): Promise<string> {
  const times: number[] = [];
  const statuses = new Set<number>();
  for (let i = 1; i <= 50; i += 1) {
    const begin = performance.now();
    const answer = await fetch(`${origin}/${aliasOf(i)}`, { redirect: 'manual' });
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
    statuses.add(answer.status);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => `${times[Math.floor(times.length * share)]?.toFixed(1)} ms`;
  return `${[...statuses].join(', ')}; median ${at(0.5)}, p98 ${at(0.98)}`;
}

function addressOf({
  connection: { user, host, port, database },
}: Pick<EmbeddedPostgres, 'connection'>): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}

/** Starts a proxy in a process of its own, so that the load does not delay it further. */
async function startDelay(to: { host: string; port: number }) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['bench/baselines/delay.ts', ...[port, to.host, to.port, roundTrip].map(String)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  return { host: '127.0.0.1', port, stop: () => Promise.resolve(child.kill()) };
}

function print(what: string, figure: string): void {
  console.log(`${what.padEnd(36)} ${figure}`);
}
