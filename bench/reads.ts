/**
 * Measures what the reads of a day cost without the page cache: pages and API calls of both services, each beside
 * a bare server that sends the same statements by the driver and answers with `JSON.stringify` of their rows.
 * Usage: `node bench/reads.ts [part of a label]`. With READS_FOLDER the database remains in that folder and is
 * reused; with READS_PROFILE=FILE a CPU profile of the server is written there. Exits with 1 if a bar is missed.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryFolder } from '../test/memory-folder.ts';
import { addKey, fillLinks } from './growth/links.ts';
import { openWorld, startMeasuredPostgres, type World } from './growth/open-world.ts';
import { fillNetwork } from './growth/social.ts';
import { addressesByPattern } from './growth/social/addresses.ts';
import { ask, type Asked, processorTime, recordStatements } from './reads/measure.ts';

const part = process.argv[2] ?? '';
const bars = { JSON: 2, HTML: 2.5 };
const rounds = Number(process.env.READS_ROUNDS ?? 3);
const requests = 100;
const connections = 8;

const folder = process.env.READS_FOLDER ?? (await mkdtemp(join(memoryFolder(), 'reads-')));
const postgres = await startMeasuredPostgres(folder, {
  logging_collector: 'on',
  log_error_verbosity: 'default', // Logs the values of statements.
});
try {
  const size = { posts: 10_000, people: 1000, links: 10_000 };
  const world = await openWorld({ postgres, folder, size, fill: [fillNetwork, fillLinks] });
  try {
    const isMissed = await bench(
      world,
      (await listReads(world)).filter(({ label }) => label.includes(part)),
    );
    if (isMissed) process.exitCode = 1;
  } finally {
    await world.close();
  }
} finally {
  await postgres.stop();
  if (process.env.READS_FOLDER === undefined) await rm(folder, { recursive: true, force: true });
}

async function listReads(world: World): Promise<Asked[]> {
  const known = await addressesByPattern(world);
  const at = (pattern: string, which = 0) => known[pattern]?.[which]?.path ?? pattern;
  const links = await world.pool.query<{ id: string }>(
    "select id from links.link where alias like 'clicked-%'",
  );
  const link = links.rows[0]?.id ?? '';
  const conversation = at('/messages/:id').split('/')[2] ?? '';
  const { plaza, hop } = world.origins;
  const cookie = world.headers.reader;
  const owner = world.headers.star;
  const page = (label: string, origin: string, path: string, headers = cookie): Asked => ({
    label,
    format: 'HTML',
    url: origin + path,
    headers,
  });
  const api = (label: string, origin: string, path: string, headers = cookie): Asked => ({
    label,
    format: 'JSON',
    url: origin + path,
    headers,
  });
  return [
    page('home', plaza, '/'),
    page('home, signed out', plaza, '/discover', {}),
    page('profile', plaza, at('/@:username')),
    page('post', plaza, at('/posts/:id', 1)),
    page('post, many comments', plaza, at('/posts/:id')),
    page('thread', plaza, at('/forums/threads/:id/:slug')),
    page('thread, signed out', plaza, at('/forums/threads/:id/:slug'), {}),
    page('question', plaza, at('/questions/:id/:slug')),
    page('search', plaza, '/search?q=word2'),
    page('messages', plaza, '/messages'),
    page('conversation', plaza, at('/messages/:id')),
    page('notifications', plaza, '/notifications'),
    page('dashboard', hop, '/dashboard', owner),
    page('statistics of a link', hop, `/dashboard/links/${link}?range=30d`, owner),
    api('newsfeed', plaza, '/apis/php/data/load?get=newsfeed'),
    api('profile', plaza, '/apis/php/user/profile?user_id=1'),
    api('post', plaza, at('/apis/php/posts/post/{id}')),
    api('comments', plaza, at('/apis/php/posts/comments')),
    api('thread', plaza, at('/apis/php/forums/thread/{id}')),
    api('question', plaza, at('/apis/php/questions/question/{id}')),
    api('search', plaza, '/apis/php/search?q=word2'),
    api('conversations', plaza, '/apis/php/chat/conversations'),
    api('messages', plaza, `/apis/php/chat/messages?conversation_id=${conversation}`),
    api('notifications', plaza, '/apis/php/data/load?get=notifications'),
    api('urls', hop, '/api/urls?limit=25', {
      authorization: `Bearer ${await addKey(world, world.ids.star)}`,
    }),
  ];
}

async function bench(world: World, reads: readonly Asked[]): Promise<boolean> {
  const statements = await recordStatements(world, reads);
  if (process.env.READS_STATEMENTS)
    for (const [n, each] of statements.entries()) {
      console.log(`\n${reads[n]?.label} ${reads[n]?.format}`);
      for (const { text } of each)
        console.log(`  ${text.replaceAll(/\s+/g, ' ').slice(0, Number(process.env.READS_STATEMENTS))}`);
    }
  const bare = await startBare(world, statements);
  let isMissed = false;
  console.log(
    '| Read | Format | Bytes | Statements | Requests a second | Node, ms | PostgreSQL, ms | Bare Node, ms | Bare PostgreSQL, ms | Ratio |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [n, read] of reads.entries()) {
    const sides = [
      { pid: world.server.pid, name: 'plaza', asked: read, node: Infinity, postgres: Infinity, perSecond: 0 },
      {
        pid: bare.pid,
        name: 'bare',
        asked: { ...read, url: `${bare.origin}/${n}` },
        node: Infinity,
        postgres: Infinity,
        perSecond: 0,
      },
    ];
    const { status, bytes } = await ask(read);
    if (status !== 200) throw new Error(`${read.label}: status ${status}`);
    for (let round = 0; round <= rounds; round += 1)
      for (const side of sides) {
        const before = await processorTime(world, side);
        const begin = performance.now();
        await askMany(side.asked);
        const elapsed = (performance.now() - begin) / 1000;
        const after = await processorTime(world, side);
        if (round === 0) continue; // Each connection plans its statements first.
        // The least of the rounds, because other work on the machine only adds.
        side.node = Math.min(side.node, (after.node - before.node) / requests);
        side.postgres = Math.min(side.postgres, (after.postgres - before.postgres) / requests);
        side.perSecond = Math.max(side.perSecond, requests / elapsed);
      }
    const [ours, theirs] = sides;
    if (!ours || !theirs) continue;
    const ratio = (ours.node + ours.postgres) / (theirs.node + theirs.postgres);
    const isOver = ratio > bars[read.format];
    isMissed ||= isOver;
    const times = [ours.node, ours.postgres, theirs.node, theirs.postgres].map((time) => time.toFixed(1));
    console.log(
      `| ${[read.label, read.format, bytes, statements[n]?.length, ours.perSecond.toFixed(0), ...times, ratio.toFixed(2) + (isOver ? ' !' : '')].join(' | ')} |`,
    );
  }
  bare.stop();
  return isMissed;
}

async function askMany(read: Asked): Promise<void> {
  let left = requests;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await ask(read);
    }),
  );
}

async function startBare({ connection }: World, statements: unknown) {
  const child = fork(new URL('reads/bare.ts', import.meta.url), { env: { ...process.env } });
  child.send({ connection, statements });
  const [origin] = (await once(child, 'message')) as [string];
  return { origin, pid: child.pid ?? 0, stop: () => void child.kill() };
}
