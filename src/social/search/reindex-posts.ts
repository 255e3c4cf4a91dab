import { sql } from 'kysely';
import { Type } from 'typebox';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { learnWords, learnWordsWhere } from './learn-words.ts';

/** Number of posts per transaction, and of transactions per run. */
const atOnce = 500;
const maxRounds = 100;

/** Reindexes posts that existed when indexing changed, newest first. */
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
    const { rows } = await sql<{ next: string; changed: string[] }>`
      with examined as materialized (
        select id, search is distinct from social.post_vector(title, text) as is_changed from social.post
        where id <= ${to} order by id desc limit ${atOnce}
      ), changed as (
        update social.post set search = social.post_vector(title, text)
        where id in (select id from examined where is_changed) returning id
      ) select coalesce(min(id) - 1, 0)::text as next, array(select id::text from changed) as changed
      from examined`.execute(db);
    const { next = '0', changed = [] } = rows[0] ?? {};
    // Words that the former index did not have are learned. The others are counted twice, which is close enough.
    if (changed.length > 0)
      await learnWordsWhere({ db }, `id in (${changed.map((id) => BigInt(id)).join(', ')})`);
    await db.updateTable('social.search_progress').set({ old_index_to: next }).execute();
    return true;
  });
}

export const searchJobs = [
  job('social.learn-words', Type.Object({}), learnWords, { cron: '* * * * *' }),
  job('social.reindex-posts', Type.Object({}), reindexPosts, { cron: '* * * * *' }),
];
