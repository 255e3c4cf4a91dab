import type pg from 'pg';

/** Fills the tally with all counters, one slot each. */
export async function addCounts(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select 'person', followed_id, 'followers', 0, count(*) from social.follow group by followed_id
    union all select 'person', follower_id, 'followings', 0, count(*) from social.follow group by follower_id
    union all select 'person', id, 'friends', 0, count(*) from (
      select requester_id as id from social.friendship where accepted_at is not null
      union all select recipient_id from social.friendship where accepted_at is not null
    ) as friend group by id
    union all select 'person', author_id, 'posts', 0, count(*) from social.post
      where deleted_at is null and held_at is null and parent_id is null and page_id is null group by author_id
    union all select 'page', page_id, 'posts', 0, count(*) from social.post
      where deleted_at is null and held_at is null and page_id is not null group by page_id
    union all select 'page', page_id, 'likes', 0, count(*) from social.page_like group by page_id
    union all select 'post', quote_id, 'shares', 0, count(*) from social.post
      where deleted_at is null and held_at is null and quote_id is not null group by quote_id
    union all select 'post', parent_id, 'replies', 0, count(*) from social.post
      where deleted_at is null and held_at is null and parent_id is not null group by parent_id
    union all select 'post', post_id, 'comments', 0, count(*) from social.comment group by post_id
    union all select 'comment', root_id, 'replies', 0, count(*) from social.comment where root_id is not null group by root_id
    union all select 'post', post_id, kind, 0, count(*) from social.reaction group by post_id, kind
    union all select 'comment', comment_id, kind, 0, count(*) from social.comment_reaction group by comment_id, kind
    union all select 'post', post_id, 'score', 0, sum(value) from social.vote group by post_id
    union all select 'forum', forum_id, 'threads', 0, count(*) from social.thread group by forum_id
    union all select 'forum', forum_id, 'replies', 0, count(*)
      from social.reply join social.thread on thread.post_id = thread_id group by forum_id`);
  await pool.query(`
    insert into social.forum_author (author_id, other_id, forum_id, threads, replies)
    with head as materialized (
      select post.id, post.author_id, forum_id from social.thread join social.post on post.id = post_id
      where deleted_at is null and held_at is null
    ), reply as materialized (
      select head.author_id as starter_id, post.author_id, forum_id from social.post join head on head.id = parent_id
      where kind = 'reply' and deleted_at is null and held_at is null
    )
    select author_id, other_id, forum_id, sum(threads), sum(replies) from (
      select author_id, 0 as other_id, forum_id, 1 as threads, 0 as replies from head
      union all select starter_id, 0, forum_id, 0, 1 from reply
      union all select author_id, 0, forum_id, 0, 1 from reply where author_id <> starter_id
      union all select starter_id, author_id, forum_id, 0, 1 from reply where author_id <> starter_id
    ) as counted group by author_id, other_id, forum_id`);
  // As if they had posted since they became celebrity accounts.
  await pool.query(`
    insert into social.feed_celebrity (subject, subject_id)
    select 'person', subject_id from social.tally where subject = 'person' and kind = 'followers' and n > 2000`);
}
