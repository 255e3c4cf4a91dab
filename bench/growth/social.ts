import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { collect } from '../../src/platform/feature.ts';
import { agentFeatures } from '../../src/servers/agent-features.ts';
import { identityFeatures, operatorFeatures } from '../../src/servers/identity-features.ts';
import { socialFeatures } from '../../src/servers/social-features.ts';
import { listNames } from '../../src/social/lists/list.ts';
import { processorTimes, type Read } from './measure.ts';
import type { Size, ViewerName, World } from './open-world.ts';
import { addressesByPattern, extraReads } from './social/addresses.ts';
import { addCounts } from './social/counts-data.ts';
import { addResponses } from './social/echo-data.ts';
import { skippedReads } from './social/not-asked.ts';
import { addModeration, addNotifications } from './social/notification-data.ts';
import { addPeople, addRelations } from './social/people-data.ts';
import { addPosts, hotPost } from './social/posts-data.ts';
import { addSearchWords } from './social/words-data.ts';

/**
 * Fills people, posts and activity, with everything that the services store for them: counters, search
 * columns, taken names. Deterministic: the same size gives the same network each time.
 */
export async function fillNetwork(pool: pg.Pool, size: Size): Promise<void> {
  await pool.query(`
    create schema bench;
    -- From 0 to 1, by two numbers.
    create function bench.part(i bigint, salt bigint) returns float8 language sql immutable parallel safe
      return (hashint8extended(i, salt) & 9007199254740991) / 9007199254740992.0;
    -- From 1 to the most, where r comes 1/r as often as 1.
    create function bench.rank(i bigint, salt bigint, most bigint) returns bigint language sql immutable parallel safe
      return least(most, floor(power(most::float8, bench.part(i, salt))))::bigint;`);
  await addPeople(pool, size);
  await addRelations(pool, size);
  await addPosts(pool, size);
  await addResponses(pool, size);
  await addNotifications(pool, size);
  await addModeration(pool, size);
  await addCounts(pool);
  await addSearchWords(pool);
}

const features = [...identityFeatures('plazaUrl'), ...operatorFeatures, ...socialFeatures, ...agentFeatures];

/**
 * Lists every mounted read of Plaza's pages and APIs, as each viewer with access, plus special cases: far
 * pages of lists, and searches.
 */
export async function socialReads(world: World): Promise<Read[]> {
  const known = await addressesByPattern(world);
  const mounted = [
    ...collect(features, 'pages'),
    ...collect(features, 'routes'),
    ...collect(features, 'bareRoutes'),
  ].filter(({ method, path }) => method === 'GET' && !skippedReads.includes(path));
  const reads = mounted.flatMap(({ path, access }) =>
    (known[path] ?? (hasNoPlaceholders(path) ? [{ path }] : [])).flatMap(({ path: address, note = '' }) =>
      viewersFor(access).map((as) => toRead(path + note, address, as)),
    ),
  );
  const lists = listNames.flatMap((name) =>
    (['reader', 'star'] as const).map((as) => toRead(`list ${name}`, `/apis/php/data/load?get=${name}`, as)),
  );
  return [...reads, ...lists, ...extraReads(world).map(({ label, path, as }) => toRead(label, path, as))];
}

const toRead = (what: string, path: string, as: ViewerName | undefined): Read => ({
  label: `${what}, ${as ?? 'stranger'}`,
  service: 'plaza',
  path,
  ...(as && { as }),
});

const viewersFor = (access: string): (ViewerName | undefined)[] =>
  access === 'anyone'
    ? ['reader', 'star', undefined]
    : access === 'member' || access === 'app'
      ? ['reader', 'star']
      : ['operator'];

/** Whether the path has no placeholders. Warns about paths that need an entry in addresses.ts. */
function hasNoPlaceholders(path: string): boolean {
  if (!/[:{]/.test(path)) return true;
  console.warn(
    `Not requested: ${path}. Add an address to bench/growth/social/addresses.ts, or skip it in not-asked.ts`,
  );
  return false;
}

/** Measures writes that affect very many people: a post by the star, and concurrent likes of one post. */
export async function measureWrites(statements: pg.Client, world: World): Promise<void> {
  const { size, headers, likers, pool } = world;
  console.log(`\n${size.posts.toLocaleString('en')} posts`);
  const begin = performance.now();
  const posted = await costOf(statements, world, async () => {
    await send(world, '/apis/php/posts/post', headers.star, { text: 'News of the star', privacy: 'public' });
  });
  const answered = performance.now() - begin;
  while ((await pool.query('select from social.feed_pending')).rows.length > 0) await sleep(20);
  const settled = performance.now() - begin;
  console.log(
    `- a post for ${size.people.toLocaleString('en')} followers: ${posted}; in every feed after ${answered.toFixed(0)} ms, fan-out complete after ${settled.toFixed(0)} ms`,
  );
  const like = { do: 'react', post_id: String(hotPost(size.posts)), reaction: 'wow' };
  const liked = await costOf(statements, world, async () => {
    await Promise.all(
      likers.map((token) => send(world, '/apis/php/posts/react', { 'x-auth-token': token }, like)),
    );
  });
  console.log(`- ${likers.length} concurrent likes of one post: ${liked}`);
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)))::float8 / $1 as bytes
     from pg_tables where schemaname = 'social'`,
    [size.posts],
  );
  console.log(
    `- on disk, including comments, reactions and everything else: ${rows[0]?.bytes.toFixed(0)} bytes per post`,
  );
}

async function costOf(statements: pg.Client, world: World, work: () => Promise<void>): Promise<string> {
  const before = await processorTimes(statements, world);
  await work();
  const after = await processorTimes(statements, world);
  return `PostgreSQL ${(after.postgres - before.postgres).toFixed(0)} ms, Node ${(after.node - before.node).toFixed(0)} ms`;
}

async function send(
  { origins }: World,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<void> {
  const post = () =>
    fetch(origins.plaza + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  let answer = await post();
  // A busy machine sheds load with 503, so retry.
  for (; answer.status === 503; answer = await post()) await sleep(100);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}
