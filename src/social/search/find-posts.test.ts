import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import type { App } from '../../platform/app.ts';
import { findPosts, postGroups, type PostGroup } from './find-posts.ts';

/**
 * Inserts posts with ids from a series. The id determines the words: " seventh" for multiples of 7, "
 * eleventh" for multiples of 11, " scarce" for multiples of 4001.
 */
async function fill(
  app: App,
  authorId: string,
  { from, to, step = 1, kind = 'post' }: { from: number; to: number; step?: number; kind?: PostGroup },
): Promise<void> {
  await sql`insert into social.post (id, author_id, kind, title, text, privacy, created_at) overriding system value
    select id, ${authorId}, ${kind}, case when ${kind} = 'post' then '' else 'A title' end,
      'Every' || case when id % 7 = 0 then ' seventh' else '' end
        || case when id % 11 = 0 then ' eleventh' else '' end || case when id % 4001 = 0 then ' scarce' else '' end,
      case when id % 5 = 0 then 'friends' else 'public' end, ${app.clock.now()}
    from generate_series(${from}::integer, ${to}::integer, ${step}::integer) as id`.execute(app.db);
}

/** Number of post rows read by this transaction. */
async function getRows(app: App): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (seq_tup_read + idx_tup_fetch)::integer as n
    from pg_stat_xact_user_tables where relid = 'social.post'::regclass`.execute(app.db);
  return rows[0]?.n ?? 0;
}

test('finds the newest posts of each group, wherever the matches are', async (app) => {
  const { ada, bob } = await createWorld(app);
  await fill(app, ada.id, { from: 1_000_000, to: 1_003_000 });
  await fill(app, bob.id, { from: 2_000_000, to: 2_200_000, step: 97 });
  await fill(app, ada.id, { from: 2_300_000, to: 2_301_000, kind: 'article' });
  await fill(app, bob.id, { from: 2_301_001, to: 2_301_400, kind: 'question' });
  await fill(app, bob.id, { from: 2_302_000, to: 2_302_100 });
  await sql`analyze social.post`.execute(app.db);
  const all = async (words: string, group: PostGroup, authorId: string | null, maxId: string | null) => {
    const { rows } = await sql<{
      id: string;
    }>`select id from social.post where privacy = 'public' and kind = ${group}
      and search @@ ${words}::tsquery and (${authorId}::bigint is null or author_id = ${authorId})
      and (${maxId}::bigint is null or id < ${maxId}) order by id desc`.execute(app.db);
    return rows.map(({ id }) => id);
  };
  for (const words of [`'everi'`, `'seventh' & 'eleventh'`, `'scarc'`, `'everi' & !'seventh'`])
    for (const group of postGroups)
      for (const authorId of [undefined, bob.id])
        for (const maxId of [undefined, '2150000']) {
          const expected = await all(words, group, authorId ?? null, maxId ?? null);
          for (const about of [undefined, 10_000])
            for (const limit of [3, 200])
              assert.deepEqual(
                await findPosts(app, undefined, {
                  words,
                  group,
                  authorId,
                  maxId,
                  about,
                  limit,
                  sort: 'newest',
                }),
                expected.slice(0, limit),
                `${words} ${group} by ${authorId ?? 'all'} before ${maxId ?? 'now'}, ${limit}`,
              );
        }
});

test('reads few rows, regardless of the number of matches', async (app) => {
  const { ada, bob } = await createWorld(app);
  await fill(app, ada.id, { from: 100_000, to: 130_000 });
  await fill(app, bob.id, { from: 130_001, to: 131_000, kind: 'article' });
  const { rows: others } = await sql<{ id: string }>`
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    select 'other' || i, 'other' || i || '@example.org', '', 'An', 'Other', now(), now() from generate_series(1, 100) as i
    returning id`.execute(app.db);
  for (const [n, { id }] of others.entries()) await fill(app, id, { from: 90_000 + n, to: 90_000 + n });
  await sql`analyze social.post`.execute(app.db);
  for (const words of [`'everi'`, `'seventh'`, `'scarc'`])
    for (const group of postGroups)
      for (const authorId of [undefined, ada.id, bob.id]) {
        const before = await getRows(app);
        await findPosts(app, undefined, { words, group, authorId, limit: 20, sort: 'newest' });
        const read = (await getRows(app)) - before;
        // The plan depends on estimates, which vary between runs.
        assert.ok(read < 1500, `${words} ${group} by ${authorId ?? 'all'}: ${read} rows`);
      }
});

test('a search without posts finds nothing', async (app) => {
  const { ada } = await createWorld(app);
  for (const group of postGroups)
    for (const authorId of [undefined, ada.id])
      for (const maxId of [undefined, '0', '9223372036854775807'])
        assert.deepEqual(
          await findPosts(app, undefined, {
            words: `'everi'`,
            group,
            authorId,
            maxId,
            limit: 20,
            sort: 'newest',
          }),
          [],
        );
});
