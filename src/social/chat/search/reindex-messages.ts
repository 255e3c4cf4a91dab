import { sql } from 'kysely';
import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { job } from '../../../platform/jobs.ts';

/** Number of messages per transaction, and of transactions per run. */
const atOnce = 1000;
const maxRounds = 100;

export const reindexMessagesJob = job('social.reindex-messages', Type.Object({}), reindexMessages, {
  cron: '* * * * *',
});

/** Reindexes messages that existed when indexing changed, newest first. */
export async function reindexMessages(app: App): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if (!(await reindexSome(app))) return;
}

/** An update of the text makes PostgreSQL compute the generated column again. */
async function reindexSome(app: App): Promise<boolean> {
  return inTransaction(app, async ({ db }) => {
    const { old_messages_to: to } = await db
      .selectFrom('social.search_progress')
      .select('old_messages_to')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (to === '0') return false;
    const { rows } = await sql<{ next: string }>`
      with examined as materialized (
        select id, search is distinct from search.vector('search.stemmed', text) as is_changed from social.message
        where id <= ${to} order by id desc limit ${atOnce}
      ), changed as (
        update social.message set text = text where id in (select id from examined where is_changed)
      ) select coalesce(min(id) - 1, 0)::text as next from examined`.execute(db);
    await db
      .updateTable('social.search_progress')
      .set({ old_messages_to: rows[0]?.next ?? '0' })
      .execute();
    return true;
  });
}
