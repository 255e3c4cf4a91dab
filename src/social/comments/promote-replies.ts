import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Moves replies of others up one level before an account's comments are deleted, including their own replies.
 */
export async function promoteReplies({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  const theirs = sql`(select id from social.comment where author_id = ${accountId} and root_id is null)`;
  await sql`update social.comment set root_id = branch_id, branch_id = null
    where root_id in ${theirs} and branch_id is not null`.execute(db);
  await sql`update social.comment set root_id = null
    where root_id in ${theirs}`.execute(db);
}
