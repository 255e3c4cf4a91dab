import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Subtracts the threads and replies of an account being deleted from the counters of forums and others'
 * threads.
 */
export async function decrementThreadCounts({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await sql`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select subject, id, kind, ${accountId}::bigint % 8, -count(*)
    from (
      select 'post' as subject, parent_id as id, 'replies' as kind from social.post
        where author_id = ${accountId} and kind = 'reply' and deleted_at is null and held_at is null
      union all
      select 'forum', thread.forum_id, 'replies' from social.post as reply
        join social.thread on thread.post_id = reply.parent_id join social.post as above on above.id = reply.parent_id
        where reply.author_id = ${accountId} and reply.deleted_at is null and reply.held_at is null
        and above.deleted_at is null and above.held_at is null
      union all
      select 'forum', thread.forum_id, 'threads' from social.post
        join social.thread on thread.post_id = post.id
        where author_id = ${accountId} and deleted_at is null and held_at is null
    ) as gone
    group by subject, id, kind
    order by subject, id, kind
    on conflict (subject, subject_id, kind, slot) do update set n = social.tally.n + excluded.n`.execute(db);
  await sql`
    update social.thread set last_reply_id = last.id, last_at = coalesce(last.created_at, first.created_at)
    from social.post as gone, social.post as first left join lateral (
      select id, created_at from social.post
      where parent_id = first.id and author_id <> ${accountId} and deleted_at is null and held_at is null
      order by id desc limit 1
    ) as last on true
    where gone.author_id = ${accountId} and gone.id = thread.last_reply_id and first.id = thread.post_id`.execute(
    db,
  );
}
