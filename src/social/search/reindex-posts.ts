import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** Number of posts per transaction, and of transactions per run. */
const atOnce = 1000;
const maxRounds = 100;

/** Reindexes posts that existed when indexing changed, newest first. Most are the same in both indexes. */
export async function reindexPosts(app: App): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if (!(await reindexSome(app))) return;
}

async function reindexSome(app: App): Promise<boolean> {
  return inTransaction(app, async ({ db }) => {
    const { old_index_to: to } = await db
      .selectFrom('social.search_progress')
      .select('old_index_to')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (to === '0') return false;
    const { rows } = await sql<{ next: string }>`
      with examined as materialized (
        select id, octet_length(title || text) <> char_length(title || text) as is_changed from social.post
        where id <= ${to} order by id desc limit ${atOnce}
      ), changed as (
        update social.post set search = social.post_vector(title, text)
        where id in (select id from examined where is_changed)
          and search is distinct from social.post_vector(title, text)
      ) select coalesce(min(id) - 1, 0)::text as next from examined`.execute(db);
    await db
      .updateTable('social.search_progress')
      .set({ old_index_to: rows[0]?.next ?? '0' })
      .execute();
    return true;
  });
}
