import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { refreshThread } from '../../tallies/count-in-forum.ts';

/** Renumbers the replies of a thread chronologically after replies were added or removed. */
export async function numberReplies(app: App, threadId: string): Promise<void> {
  await sql`
    update social.reply set place = numbered.place
    from (
      select post_id, row_number() over (order by post_id)::integer as place
      from social.reply where thread_id = ${threadId}
    ) as numbered
    where reply.post_id = numbered.post_id and reply.place <> numbered.place`.execute(app.db);
  await sql`
    update social.thread set places = (select count(*) from social.reply where thread_id = ${threadId})
    where post_id = ${threadId}`.execute(app.db);
  await refreshThread(app, threadId);
}
