/**
 * Benchmarks redirects, with each click recorded, against a minimal node:http server. Both alternate in one
 * run, because machines differ and have other work. Usage: `npm run bench -- [seconds a round] [rounds]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { addLinks, canPin, connections, generator, links, load } from './load.ts';
import type { Paths, Round } from './load.ts';
import { freePort, startProgram, startServer } from './server.ts';
import type { Server } from './server.ts';

const seconds = Number(process.argv[2] ?? 4);
const rounds = Number(process.argv[3] ?? 5);

interface Scenario extends Paths {
  title: string;
  /** Whether the path is a link, so that following it counts as a click. */
  isLink: boolean;
  ratio?: number;
  p99?: number;
  /** Minimum speed relative to the first work. */
  besideFirst?: number;
}

const works: Scenario[] = [
  { title: 'a known link', word: 'k', different: 1, isLink: true, ratio: 0.45, p99: 10 },
  { title: 'the same, with targeting', word: 't', different: 1, isLink: true, besideFirst: 0.85 },
  { title: '100,000 different links', word: 'l', different: links, isLink: true, ratio: 0.25 },
  { title: 'an unknown alias', word: 'u', different: 1, isLink: false, ratio: 0.45 },
  { title: 'unknown aliases, all different', word: 'x', different: 1e9, isLink: false, ratio: 0.5 },
];

/** A round with its cost to the server. */
interface Measured extends Round {
  /** Processor time per request, in microseconds. */
  processor: number;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
const servers: Server[] = [];
try {
  await bench();
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  const bare = await startBare();
  const hop = await startHop();
  servers.push(bare, hop);
  const memoryAtStart = hop.memory();
  const pool = new pg.Pool(postgres.connection);
  await addLinks(pool, links);

  const pins = canPin ? ', one processor for the servers, another for the load' : '';
  console.log(`\n${generator}, ${connections} connections, ${rounds} rounds of ${seconds} s per side${pins}`);
  console.log('µs is processor time per request, which is more reliable than speed on a busy machine\n');
  print('', 'node:http/s', 'Hop/s', 'ratio', 'bar', 'p99 ms', 'bar', 'node:http µs', 'Hop µs', 'ratio');
  let redirects = 0;
  let first: Measured[] | undefined;
  for (const work of works) {
    const found = { bare: [await measure(bare, work, 1)], hop: [await measure(hop, work, 2)] };
    for (let i = 0; i < rounds; i += 1) {
      found.bare.push(await measure(bare, work, seconds));
      found.hop.push(await measure(hop, work, seconds));
    }
    if (work.isLink) for (const { answers } of found.hop) redirects += answers;
    const hopRounds = found.hop.slice(1);
    printWork(work, found.bare.slice(1), hopRounds);
    first ??= hopRounds;
    if (work.besideFirst) printBeside(work, hopRounds, first);
  }
  const { clicks, waited } = await settle(pool, redirects);
  await pool.end();
  console.log(
    `\nredirects answered ${redirects.toLocaleString('en')}, clicks in the statistics ${clicks.toLocaleString('en')} ` +
      `(more clicks are requests in flight at the end of a round), complete ${waited.toFixed(1)} s after the last round`,
  );
  console.log(
    `memory of the process: ${memoryAtStart} MiB at startup, ${hop.memory()} MiB after the run (bar 190)`,
  );
}

async function startBare(): Promise<Server> {
  const port = await freePort();
  return startServer(['bench/baselines/plain.ts', String(port)], {}, port);
}

async function startHop(): Promise<Server> {
  const { host, user, port, database } = postgres.connection;
  const [plazaPort, hopPort] = [await freePort(), await freePort()];
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    LOG_LEVEL: 'warn',
  };
  return startProgram(environment, hopPort);
}

async function measure(server: Server, work: Scenario, seconds: number): Promise<Measured> {
  const before = server.processorTime();
  const round = await load(server.origin, work, seconds, folder);
  return { ...round, processor: (1000 * (server.processorTime() - before)) / round.answers };
}

/**
 * Waits until the statistics have as many clicks as there were redirects, or have not changed for five
 * seconds.
 */
async function settle(pool: pg.Pool, redirects: number): Promise<{ clicks: number; waited: number }> {
  const begin = performance.now();
  let [clicks, since] = [-1, begin];
  while (clicks < redirects && performance.now() - since < 5000) {
    if (since !== begin) await sleep(100);
    const { rows } = await pool.query<{ clicks: number }>(
      'select coalesce(sum(clicks), 0)::float8 as clicks from links.link_total',
    );
    const now = rows[0]?.clicks ?? 0;
    if (now !== clicks) [clicks, since] = [now, performance.now()];
  }
  return { clicks, waited: (performance.now() - begin) / 1000 };
}

/** Prints the speeds and the processor time, which is more meaningful on a shared machine. */
function printBeside({ besideFirst = 0 }: Scenario, rounds: Measured[], first: Measured[]): void {
  const speed = middle(rounds, 'perSecond') / middle(first, 'perSecond');
  const cost = middle(first, 'processor') / middle(rounds, 'processor');
  console.log(
    `  compared with the plain link: speed ${speed.toFixed(2)}, processor time ${cost.toFixed(2)} (bar >= ${besideFirst})`,
  );
}

function printWork({ title, ratio, p99 }: Scenario, bare: Measured[], hop: Measured[]): void {
  const speeds = [middle(bare, 'perSecond'), middle(hop, 'perSecond')] as const;
  const costs = [middle(bare, 'processor'), middle(hop, 'processor')] as const;
  print(
    title,
    speeds[0].toFixed(0),
    speeds[1].toFixed(0),
    (speeds[1] / speeds[0]).toFixed(2),
    ratio ? `>= ${ratio}` : '',
    middle(hop, 'p99').toFixed(1),
    p99 ? `<= ${p99}` : '',
    costs[0].toFixed(1),
    costs[1].toFixed(1),
    (costs[0] / costs[1]).toFixed(2),
  );
}

function print(title: string, ...cells: string[]): void {
  console.log(
    title.padEnd(31) + cells.map((cell, i) => cell.padStart([12, 9, 7, 9, 8, 7, 14, 9, 7][i] ?? 9)).join(''),
  );
}

function middle(rounds: readonly Measured[], key: keyof Measured): number {
  return rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? NaN;
}
