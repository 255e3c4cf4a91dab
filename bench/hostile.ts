/**
 * Measures what ordinary requests take while strangers send the ten most expensive inputs known, four at a
 * time and without an account. Usage: `node bench/hostile.ts [seconds a round]`. Exits with 1 if a bar is
 * missed.
 */
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { freePort, startProgram } from './server.ts';
import type { Server } from './server.ts';

const seconds = Number(process.argv[2] ?? 10);
const perSecond = 50;
const bars = { ratio: 2, memory: 512 };

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(request.url === '/a' ? '<a>'.repeat(966_000) : '<div>'.repeat(400_000));
}).listen(0, '127.0.0.1');
await once(site, 'listening');
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
  site.close();
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
  await measure(ordinary, 2);
  const alone = await measure(ordinary, seconds);
  const rest = treeMemory(server.pid);
  const { port } = site.address() as AddressInfo;
  const attack = flood(server.origin, `http://127.0.0.1:${port}`);
  await attack.ready;
  const during = await measure(ordinary, seconds, () => attack.note(treeMemory(server.pid)));
  const answers = await attack.stop();
  console.log(
    `\n${'ordinary request'.padEnd(20)}${'p99 alone'.padStart(12)}${'p99 beside'.padStart(12)}${'ratio'.padStart(8)}`,
  );
  let isBad = false;
  for (const name of Object.keys(ordinary)) {
    const [before = 0, beside = 0] = [alone[name], during[name]];
    const ratio = beside / before;
    isBad ||= ratio > bars.ratio;
    console.log(
      `${name.padEnd(20)}${`${before.toFixed(1)} ms`.padStart(12)}${`${beside.toFixed(1)} ms`.padStart(12)}${ratio.toFixed(2).padStart(8)}`,
    );
  }
  console.log(
    `\nresident memory of all processes but PostgreSQL: ${rest} MiB at rest, at most ${attack.largest()} MiB (bar ${bars.memory})`,
  );
  isBad ||= attack.largest() > bars.memory;
  console.log('\nhostile inputs, status and number of answers:');
  for (const [name, counts] of Object.entries(answers)) console.log(`  ${name.padEnd(40)} ${counts}`);
  console.log(isBad ? '\nA bar is missed' : '\nAll bars are met');
  return isBad;
}

/** Sends the inputs from a thread of its own, so that measuring is not disturbed. */
function flood(origin: string, target: string) {
  const worker = new Worker(new URL('hostile/flood.ts', import.meta.url), { workerData: { origin, target } });
  const ready = once(worker, 'message');
  let largest = 0;
  return {
    ready,
    note: (memory: number) => (largest = Math.max(largest, memory)),
    largest: () => largest,
    stop: async () => {
      worker.postMessage('stop');
      const [answers] = (await once(worker, 'message')) as [Record<string, string>];
      await worker.terminate();
      return answers;
    },
  };
}

/** Requests each address at a fixed rate, whatever the server does. Returns the 99th percentiles in ms. */
async function measure(
  addresses: Record<string, string>,
  duration: number,
  tick: () => unknown = () => undefined,
): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  const pending: Promise<void>[] = [];
  const end = performance.now() + duration * 1000;
  const list = Object.entries(addresses);
  for (let n = 0; performance.now() < end; n += 1) {
    const [name = '', address = ''] = list[n % list.length] ?? [];
    const start = performance.now();
    pending.push(
      fetch(address, { redirect: 'manual' })
        .then((answer) => answer.arrayBuffer())
        .then(() => void (times[name] ??= []).push(performance.now() - start)),
    );
    if (n % 10 === 0) tick();
    await sleep(1000 / perSecond);
  }
  await Promise.all(pending);
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [
      name,
      all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0,
    ]),
  );
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
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at)
    values ('bench', 'bench@example.org', '', 'Bench', 'Mark', now());
    insert into social.post (author_id, text, privacy, created_at)
    select id, 'A post that says something of **middling** length, with a #hashtag.', 'public', now()
    from identity.account;
    insert into links.link (account_id, alias, url, created_at, updated_at)
    select id, 'r1', 'https://example.com/', now(), now() from identity.account;
    analyze`);
  await client.end();
}
