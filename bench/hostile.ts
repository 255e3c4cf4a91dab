/**
 * Measures what ordinary requests take while strangers send the most expensive inputs known, four at a time and
 * without an account. As visitors, strangers, the server and PostgreSQL share this machine, a reference round has
 * harmless processes in the place of the sandboxes, at the same priority: what it costs is the machine's share.
 * Rounds alternate, because what else the machine does changes, and their times are put together, because the 99th
 * percentile of one round is its second-worst time.
 * Usage: `node bench/hostile.ts [seconds a round [rounds]]`. Exits with 1 if a bar is missed.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { freePort, startProgram } from './server.ts';
import type { Server } from './server.ts';

const seconds = Number(process.argv[2] ?? 6);
const rounds = Number(process.argv[3] ?? 4);
const perSecond = 120;
const bars = { ratio: 2, memory: 512 };

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
let isMissed = false;
try {
  await prepareDatabase(postgres.connection, log);
  await fill();
  const [plazaPort, hopPort] = [await freePort(), await freePort()];
  const { host, user, port, database } = postgres.connection;
  const server = await startProgram(
    {
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PLAZA_PORT: String(plazaPort),
      HOP_PORT: String(hopPort),
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'false',
      OUTBOUND_ALLOW: '127.0.0.0/8',
    },
    plazaPort,
    { isPinned: false },
  );
  try {
    isMissed = await bench(server, `http://127.0.0.1:${hopPort}`);
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isMissed ? 1 : 0;

async function bench(server: Server, hop: string): Promise<boolean> {
  const ordinary: Record<string, string> = {
    redirect: `${hop}/r1`,
    'page of a post': `${server.origin}/posts/1`,
    'sign-in form': `${server.origin}/signin`,
    health: `${server.origin}/healthz`,
  };
  const attack = flood(server);
  const costs = await attack.costs;
  await measure(ordinary, 2, new Map());
  const rest = treeMemory(server.pid);
  const sides = { alone: new Map() as Times, busy: new Map() as Times, attack: new Map() as Times };
  const answers: Record<string, Record<string, number>> = {};
  const total = { alone: 0, ran: 0, waited: 0 };
  let largest = 0;
  const note = () => (largest = Math.max(largest, treeMemory(server.pid)));
  for (let round = 0; round < rounds; round += 1) {
    const quiet = mainThread(server.pid);
    await measure(ordinary, seconds, sides.alone);
    total.alone += mainThread(server.pid).ran - quiet.ran;
    await beside(() => measure(ordinary, seconds, sides.busy));
    attack.start();
    const before = mainThread(server.pid);
    await measure(ordinary, seconds, sides.attack, note);
    const after = mainThread(server.pid);
    total.ran += after.ran - before.ran;
    total.waited += after.waited - before.waited;
    for (const [input, counts] of Object.entries(await attack.stop()))
      for (const [status, count] of Object.entries(counts))
        (answers[input] ??= {})[status] = (answers[input][status] ?? 0) + count;
  }
  attack.end();
  const [alone, busy, during] = [
    percentiles(sides.alone),
    percentiles(sides.busy),
    percentiles(sides.attack),
  ];
  console.log(
    `\np99 in ms            ${['alone', 'busy machine', 'attack', 'of alone', 'of busy'].map((name) => name.padStart(13)).join('')}`,
  );
  let isBad = false;
  for (const name of Object.keys(ordinary)) {
    const [first = 0, reference = 0, last = 0] = [alone[name], busy[name], during[name]];
    isBad ||= last / first > bars.ratio;
    const row = [first, reference, last, last / first, last / reference];
    console.log(name.padEnd(21) + row.map((value) => value.toFixed(1).padStart(13)).join(''));
  }
  console.log(
    `\nresident memory of all processes but PostgreSQL: ${rest} MiB at rest, at most ${largest} MiB (bar ${bars.memory})`,
  );
  isBad ||= largest > bars.memory;
  const { ran, waited } = total;
  console.log(
    `main thread of the server in ${seconds * rounds} s: ran ${total.alone.toFixed(0)} ms alone and ${ran.toFixed(0)} ms in the attack, in which it waited ${waited.toFixed(0)} ms for a processor`,
  );
  console.log('\nhostile input, processor time of the serving process on its own, answers in the attack:');
  for (const [name, cost] of Object.entries(costs)) {
    const counts = Object.entries(answers[name] ?? {}).map(([status, count]) => `${status} x ${count}`);
    console.log(`  ${name.padEnd(34)}${cost.toFixed(1).padStart(7)} ms  ${counts.join(', ')}`);
  }
  console.log(isBad ? '\nA bar is missed' : '\nAll bars are met');
  return isBad;
}

/** Received from the process: the costs once, then the counts. */
interface Said {
  costs?: Record<string, number>;
  counts?: Record<string, Record<string, number>>;
}

function flood({ origin, pid }: Server) {
  const child = fork(new URL('hostile/flood.ts', import.meta.url), [origin, String(pid)]);
  const next = async () => ((await once(child, 'message')) as [Said])[0];
  return {
    costs: next().then(({ costs }) => costs ?? {}),
    start: () => child.send('start'),
    stop: async () => {
      child.send('stop');
      return (await next()).counts ?? {};
    },
    end: () => child.disconnect(),
  };
}

/** Runs work while a process at the priority of free runs uses a processor, as a sandbox does. */
async function beside<T>(work: () => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  setPriority(child.pid ?? 0, 10);
  try {
    return await work();
  } finally {
    child.kill('SIGKILL');
  }
}

/** Milliseconds that each request took, by name. */
type Times = Map<string, number[]>;

/** Requests each address at a fixed rate, whatever the server does. */
async function measure(
  addresses: Record<string, string>,
  duration: number,
  times: Times,
  tick: () => unknown = () => undefined,
): Promise<void> {
  const pending: Promise<void>[] = [];
  const end = performance.now() + duration * 1000;
  const list = Object.entries(addresses);
  for (const [name] of list) if (!times.has(name)) times.set(name, []);
  for (let n = 0; performance.now() < end; n += 1) {
    const [name = '', address = ''] = list[n % list.length] ?? [];
    const start = performance.now();
    pending.push(
      fetch(address, { redirect: 'manual' })
        .then((answer) => answer.arrayBuffer())
        .then(() => void times.get(name)?.push(performance.now() - start)),
    );
    if (n % 10 === 0) tick();
    await sleep(1000 / perSecond);
  }
  await Promise.all(pending);
}

/** The 99th percentile by name, in ms. */
function percentiles(times: Times): Record<string, number> {
  const of = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.99)] ?? 0;
  return Object.fromEntries([...times].map(([name, all]) => [name, of(all)]));
}

/** Milliseconds for which the thread that serves requests ran, and for which it could have run. */
function mainThread(pid: number): { ran: number; waited: number } {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1')
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { ran, waited };
}

/** Resident memory of the server and its sandboxes, in MiB. */
function treeMemory(pid: number): number {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'latin1').trim();
    } catch {
      return ''; // The process has ended.
    }
  };
  const pages = Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((file) => read(file).split(' '));
  const own = (pages * 4) / 1024;
  return Math.round(
    children.filter((child) => child !== '').reduce((sum, child) => sum + treeMemory(Number(child)), own),
  );
}

async function fill(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    values ('bench', 'bench@example.org', '', 'Bench', 'Mark', now(), now());
    insert into social.post (author_id, text, privacy, created_at)
    select id, 'A post that says something of **middling** length, with a #hashtag.', 'public', now()
    from identity.account;
    insert into links.link (account_id, alias, url, created_at, updated_at)
    select id, 'r1', 'https://example.com/', now(), now() from identity.account;
    analyze`);
  await client.end();
}
