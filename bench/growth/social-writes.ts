import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { processorTimes } from './measure.ts';
import type { World } from './open-world.ts';
import { hotPost } from './social/posts-data.ts';

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
