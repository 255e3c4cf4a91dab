import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startSession } from '../src/identity/sessions/sessions.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import { loadConfig } from '../src/platform/settings/config.ts';
import { learnWords } from '../src/social/search/learn-words.ts';
import { addThread, fillNetwork, type NetworkSize, writerName } from './content-data.ts';
import { freePort, type Server, startProgram } from './server.ts';

/**
 * Checks whether feeds, profiles, searches and threads load as fast among many posts and people as among few,
 * and how long it takes until followers see a post of a celebrity account. Usage: `node bench/content.ts
 * [requests] [largest]`.
 */

const requests = Number(process.argv[2] ?? 100);
const largest = Number(process.argv[3] ?? 1_000_000);

const places: NetworkSize[] = [
  { posts: 10_000, people: 1000 },
  { posts: 100_000, people: 10_000 },
  { posts: 1_000_000, people: 100_000 },
].filter(({ posts }) => posts <= largest);

interface Side {
  name: string;
  server: Server;
  pool: pg.Pool;
  people: number;
  /** These follow 1,000 and 5,000 accounts. */
  reader: Record<string, string>;
  devoted: Record<string, string>;
  writer: Record<string, string>;
  /** A post halfway through all posts. */
  middle: string;
  thread: string;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
const sides: Side[] = [];
try {
  for (const place of places) sides.push(await open(place));
  await comparePages();
  for (const side of sides) await measureFanOut(side);
} finally {
  for (const { server, pool } of sides) {
    await server.stop();
    await pool.end();
  }
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function open(place: NetworkSize): Promise<Side> {
  const begin = performance.now();
  const database = `bench_${place.posts}`;
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const connection = { ...postgres.connection, database };
  const { host, user, port } = postgres.connection;
  const [plazaPort, hopPort] = [await freePort(), await freePort()];
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    DATA_DIR: `${folder}/${database}`,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
  };
  const config = loadConfig(environment);
  await prepareDatabase(connection, log);
  // No statement timeout for the benchmark's own statements.
  const pool = new pg.Pool(connection);
  // Errors surface in the next query.
  pool.on('error', () => undefined);
  await fillNetwork(pool, place);
  const thread = await addThread(pool, place.posts / 10);
  const running = await openApp(config, connection, log);
  const session = async (username: string) => {
    const { rows } = await pool.query<{ id: string }>('select id from identity.account where username = $1', [
      username,
    ]);
    const id = rows[0]?.id ?? '';
    const token = await startSession(running.app, id, { createdVia: 'api', userAgent: '', address: '' });
    return { cookie: `c_user=${id}; xs=${token}`, 'x-auth-token': token };
  };
  const [reader, devoted, writer] = [
    await session('reader'),
    await session('devoted'),
    await session(writerName),
  ];
  const isBehind = `select max(id) > (select post_id from social.search_progress) as is from social.post`;
  while ((await pool.query<{ is: boolean }>(isBehind)).rows[0]?.is) await learnWords(running.app);
  await running.close();
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ id: string }>(`select (max(id) / 2)::text as id from social.post`);
  const server = await startProgram(environment, plazaPort);
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  const name = `${place.posts.toLocaleString('en')} posts`;
  console.log(`${name} by ${place.people.toLocaleString('en')} people created in ${seconds} s`);
  return {
    name,
    server,
    pool,
    people: place.people,
    reader,
    devoted,
    writer,
    middle: rows[0]?.id ?? '',
    thread,
  };
}

async function comparePages(): Promise<void> {
  console.log(
    `\n${requests} requests per side, alternating; 10th percentile in ms, and its ratio to the smallest\n`,
  );
  const pages: [string, (side: Side) => string][] = [
    ['home', () => '/'],
    ['home, far back', ({ middle }) => `/?before=${middle}`],
    ['home, top posts', () => '/?sort=top'],
    ['newsfeed of the API', () => '/apis/php/data/load?get=newsfeed'],
    ['a profile', () => `/@${writerName}`],
    ['search: word in three of four posts', () => '/search?q=word2'],
    ['search: two common words', () => '/search?q=word2+word3&type=posts'],
    ['search: word in one of 1,000 posts', () => '/search?q=sparse'],
    ['search: rare', () => '/search?q=photography'],
    ['search: prefix', () => '/search?q=photogr'],
    ['search: mistyped', () => '/search?q=photograpy'],
    ['search: person', () => '/search?q=person77&type=people'],
    ['search: by one author', () => `/search?q=word2+from:${writerName}`],
    ['suggestions', () => '/search/suggest?q=wor'],
    ['a thread with a tenth as many replies', ({ thread }) => `/forums/threads/${thread}`],
  ];
  for (const [label, pathOf] of pages) {
    const asked = sides.map((side) => ({ ...side, headers: side.reader, path: pathOf(side) }));
    // Redirects to the canonical address, which contains a name.
    for (const one of asked) {
      const answer = await fetch(one.server.origin + one.path, { headers: one.headers, redirect: 'manual' });
      one.path = answer.headers.get('location') ?? one.path;
    }
    await compare(label, asked, requests);
  }
  const large = sides.filter(({ people }) => people > 5000);
  for (const path of large.length > 0 ? ['/', '/?sort=top'] : [])
    await compare(
      `${path} of a person who follows 5,000`,
      large.map((side) => ({ ...side, headers: side.devoted, path })),
      requests,
    );
}

/**
 * Posts as the account that everyone follows, and measures when the first and the last follower see the post.
 */
async function measureFanOut({ name, server, pool, writer, reader }: Side): Promise<void> {
  await pool.query(
    'insert into social.feed (account_id, viewed_at) select id, now() from identity.account on conflict do nothing',
  );
  const { rows } = await pool.query<{ n: string }>(
    `select count(*)::text as n from social.follow join identity.account on id = followed_id where username = $1`,
    [writerName],
  );
  for (const isCelebrity of [true, false]) {
    if (!isCelebrity) {
      // Simulates a higher celebrity limit, so that the post fans out to every feed.
      await pool.query(`delete from social.feed_celebrity`);
      await pool.query(`update social.tally set n = 1 where subject = 'person' and kind = 'followers'`);
    }
    const text = `News ${name} ${String(isCelebrity)}`;
    const begin = performance.now();
    const answer = await fetch(`${server.origin}/apis/php/posts/post`, {
      method: 'POST',
      headers: { ...writer, 'content-type': 'application/json' },
      body: JSON.stringify({ text, privacy: 'public' }),
    });
    if (answer.status !== 200) throw new Error(`Posting returned ${answer.status}: ${await answer.text()}`);
    const posted = performance.now() - begin;
    const feed = await fetch(`${server.origin}/apis/php/data/load?get=newsfeed`, { headers: reader });
    if (!(await feed.text()).includes(text)) throw new Error('The feed of a follower lacks the post');
    const seen = performance.now() - begin;
    while ((await pool.query('select from social.feed_pending')).rows.length > 0) await sleep(20);
    const settled = performance.now() - begin;
    console.log(
      `\n${name}, ${Number(rows[0]?.n).toLocaleString('en')} followers, ${isCelebrity ? 'merged into feeds on read' : 'fanned out to every feed'}: ` +
        `posted ${posted.toFixed(0)} ms, visible to followers ${seen.toFixed(0)} ms, fan-out complete ${settled.toFixed(0)} ms`,
    );
  }
}

/** One side of a comparison: who asks which server for what. */
interface Compared {
  name: string;
  server: Pick<Server, 'origin'>;
  headers: Record<string, string>;
  path: string;
}

/** Maximum cost of a side relative to the first side. */
const bar = 1.5;

/** Requests all sides alternately, so that other load affects all of them, and prints the cost of each. */
async function compare(label: string, sides: readonly Compared[], requests: number): Promise<void> {
  const times = sides.map((): number[] => []);
  for (let round = -10; round < requests; round += 1)
    for (const [index, { server, path, headers }] of sides.entries()) {
      const begin = performance.now();
      const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
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
  console.log(label.padEnd(42) + cells.join(''));
}
