/**
 * Checks that statistics pages and lists load as fast with much data as with little: accounts of different
 * sizes, and two links of which one has ten thousand times the clicks. Usage: `node bench/statistics.ts
 * [requests] [largest]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createAccessKey } from '../src/identity/access-keys.ts';
import { startSession } from '../src/identity/sessions/sessions.ts';
import { loadConfig } from '../src/platform/settings/config.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import { freePort, startProgram } from './server.ts';
import type { Server } from './server.ts';
import { addAccount, addClickedLink, bulkLoad } from './statistics-data.ts';

const requests = Number(process.argv[2] ?? 100);
const largest = Number(process.argv[3] ?? 1_000_000);
const bar = 1.5;

/** One side of a comparison. */
interface Side {
  name: string;
  headers: Record<string, string>;
  path: string;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
let server: Server | undefined;
try {
  await bench();
} finally {
  await server?.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  const { host, user, port, database } = postgres.connection;
  const [plazaPort, hopPort] = [await freePort(), await freePort()];
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
  };
  const running = (server = await startProgram(environment, hopPort));
  // No statement timeout for the benchmark's own statements.
  const pool = new pg.Pool(postgres.connection);
  const open = await openApp(loadConfig(environment), postgres.connection, log);
  try {
    const sizes = [10_000, 100_000, 1_000_000].filter((size) => size <= largest);
    const accounts: { size: number; id: string; cookie: string; authorization: string }[] = [];
    await bulkLoad(pool, async () => {
      for (const size of sizes) {
        const begin = performance.now();
        const id = await addAccount(pool, size);
        const token = await startSession(open.app, id, { createdVia: 'page', userAgent: '', address: '' });
        const key = await createAccessKey(open.app, id);
        accounts.push({ size, id, cookie: `c_user=${id}; xs=${token}`, authorization: `Bearer ${key}` });
        const seconds = ((performance.now() - begin) / 1000).toFixed(0);
        console.log(`${size.toLocaleString('en')} links created in ${seconds} s`);
      }
    });
    const [first] = accounts;
    if (!first) return;
    const links: { clicks: number; id: string }[] = [];
    for (const clicks of [1000, 100_000, 10_000_000])
      links.push({ clicks, id: await addClickedLink(pool, first.id, clicks) });
    await pool.query('vacuum analyze');

    console.log(
      `\n${requests} requests per side, alternating; 10th percentile in ms, and its ratio to the smallest\n`,
    );
    const pageOf = (path: string): Side[] =>
      accounts.map(({ size, cookie }) => ({
        name: `${size.toLocaleString('en')} links`,
        headers: { cookie },
        path,
      }));
    for (const path of [
      '/dashboard',
      '/dashboard?sort=click',
      '/dashboard?q=number+77',
      '/dashboard/statistics',
      '/dashboard/statistics?range=90d',
      '/dashboard/statistics/by/link?range=30d',
    ])
      await compare(running, pageOf(path));
    for (const path of ['/api/urls?limit=25', '/api/urls?order=click&limit=25', '/api/statistics'])
      await compare(
        running,
        accounts.map(({ size, authorization }) => ({
          name: `${size.toLocaleString('en')} links`,
          headers: { authorization },
          path,
        })),
      );
    for (const query of ['?range=24h', '?range=7d', '?range=30d', '?range=90d', '?range=12m', '?range=all'])
      await compare(
        running,
        links.map(({ clicks, id }) => ({
          name: `${clicks.toLocaleString('en')} clicks`,
          headers: { cookie: first.cookie },
          path: `/dashboard/links/${id}${query}`,
        })),
      );
    for (const query of [
      '',
      '/statistics',
      '/statistics?timezone=America/New_York',
      '/statistics?browser=browser1',
      '/statistics?browser=browser1&os=system1',
    ])
      await compare(
        running,
        // Filters scan a bounded number of clicks. Only links that reach the bound are compared.
        links
          .filter(({ clicks }) => clicks > 1000 || !query.includes('browser'))
          .map(({ clicks, id }) => ({
            name: `${clicks.toLocaleString('en')} clicks`,
            headers: { authorization: first.authorization },
            path: `/api/url/${id}${query}`,
          })),
      );
  } finally {
    await pool.end();
    await open.close();
  }
}

/** Requests all sides alternately, so that other load affects all of them. */
async function compare({ origin }: Server, sides: readonly Side[]): Promise<void> {
  const times = sides.map((): number[] => []);
  for (let round = -10; round < requests; round += 1)
    for (const [index, { path, headers }] of sides.entries()) {
      const begin = performance.now();
      const answer = await fetch(origin + path, { headers, redirect: 'manual' });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      if (round >= 0) times[index]?.push(performance.now() - begin);
    }
  // The 10th percentile is the cost of the page without other work of the machine.
  const costs = times.map((some) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 10)] ?? NaN);
  const cells = sides.map(({ name }, index) => {
    const ratio = (costs[index] ?? NaN) / (costs[0] ?? NaN);
    return `${name} ${costs[index]?.toFixed(1)} (${ratio.toFixed(2)}${ratio > bar ? ' SLOW' : ''})`.padEnd(
      34,
    );
  });
  console.log((sides[0]?.path.replace(/\d{3,}/, ':id') ?? '').padEnd(42) + cells.join(''));
}
