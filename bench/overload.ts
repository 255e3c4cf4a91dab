/**
 * Measures goodput at ten times the sustainable load: pages that need the database, with redirects alongside.
 * The bar applies to pages served per processor time, because the machine has other work. Usage: `node
 * bench/overload.ts [seconds a round]`. Exits with 1 if a bar is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { freePort, startProgram } from './server.ts';
import type { Server } from './server.ts';

const seconds = Number(process.argv[2] ?? 2);
const [fitting, times] = [32, 10];
const bar = 0.8;
const redirectsPerSecond = 100;

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
try {
  await prepareDatabase(postgres.connection, log);
  await fill();
  const [plazaPort, hopPort] = [await freePort(), await freePort()];
  const { host, user, port, database } = postgres.connection;
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'false',
    PAGE_CACHE_MIB: '0',
  };
  const server = await startProgram(environment, plazaPort);
  try {
    await bench(server, `http://127.0.0.1:${hopPort}/r1`);
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(server: Server, link: string): Promise<void> {
  const pages = (n: number) => `${server.origin}/posts/${1 + (n % 100)}`;
  await round(pages, link, 8);
  const best = { fitting: 0, overloaded: 0 };
  const efforts = { fitting: [] as number[], overloaded: [] as number[] };
  let redirectShare = 1;
  // Rounds alternate. The best of each side counts.
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [side, connections] of [
      ['fitting', fitting / 2],
      ['fitting', fitting],
      ['overloaded', fitting * times],
    ] as const) {
      const before = server.processorTime();
      const { served, redirects } = await round(pages, link, connections);
      efforts[side].push((server.processorTime() - before) / (served * seconds));
      best[side] = Math.max(best[side], served);
      redirectShare = Math.min(redirectShare, redirects);
    }
  }
  const goodput = Math.min(...efforts.fitting) / Math.min(...efforts.overloaded);
  console.log(
    `goodput at ${times} times the load: ${(best.overloaded / best.fitting).toFixed(2)} of the peak; per processor time ${goodput.toFixed(2)} (bar >= ${bar}); ` +
      `redirects answered meanwhile: ${(redirectShare * 100).toFixed(1)} %`,
  );
  if (goodput < bar || redirectShare < 1) process.exitCode = 1;
}

/**
 * Requests pages on the given number of connections as fast as they are answered, and redirects at a steady
 * pace.
 */
async function round(pages: (n: number) => string, link: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const steady = new Agent({ keepAlive: true, maxSockets: 50 });
  const until = performance.now() + seconds * 1000;
  const counts = new Map<number, number>();
  const waits: number[] = [];
  let asked = 0;
  const walk = async () => {
    while (performance.now() < until) {
      const { status } = await ask(pages((asked += 1)), agent);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  const redirected: Promise<{ status: number; took: number }>[] = [];
  const pace = async () => {
    while (performance.now() < until) {
      redirected.push(ask(link, steady));
      await sleep(1000 / redirectsPerSecond);
    }
  };
  await Promise.all([pace(), ...Array.from({ length: connections }, walk)]);
  const answers = await Promise.all(redirected);
  for (const { took } of answers) waits.push(took);
  agent.destroy();
  steady.destroy();
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(0);
  const served = (counts.get(200) ?? 0) / seconds;
  const others = [...counts].filter(([status]) => status !== 200).map(([status, n]) => `${n} x ${status}`);
  console.log(
    `${String(connections).padStart(4)} connections: ${served.toFixed(0)} pages/s${others.length > 0 ? `, ${others.join(', ')}` : ''}; ` +
      `redirects p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
  return { served, redirects: answers.filter(({ status }) => status === 302).length / answers.length };
}

/**
 * Returns the response status, or 0 if the request failed, and the milliseconds until the response was
 * complete.
 */
function ask(url: string, agent: Agent): Promise<{ status: number; took: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, took: performance.now() - began });
    const asked = request(url, { agent }, (response) => {
      response.on('end', () => end(response.statusCode ?? 0));
      response.on('error', () => end(0));
      response.resume();
    });
    asked.on('error', () => end(0));
    asked.end();
  });
}

async function fill(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    values ('bench', 'bench@example.org', '', 'Bench', 'Mark', now(), now());
    insert into social.post (author_id, text, privacy, created_at)
    select account.id, 'Post ' || i || ' says something of **middling** length, with a #hashtag.', 'public', now()
    from identity.account, generate_series(1, 100) as i;
    insert into social.comment (post_id, author_id, text, created_at)
    select post.id, post.author_id, 'Comment ' || i || ' that somebody made on it', now()
    from social.post, generate_series(1, 20) as i;
    insert into links.link (account_id, alias, url, created_at, updated_at)
    select id, 'r1', 'https://example.com/', now(), now() from identity.account;
    analyze`);
  await client.end();
}
