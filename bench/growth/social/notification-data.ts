import type pg from 'pg';
import type { Size } from '../open-world.ts';
import { withoutIndexes } from '../without-indexes.ts';

/**
 * Adds notifications: a few for each person, sixty for the reader, and for the star one per reaction to their
 * posts.
 */
export async function addNotifications(pool: pg.Pool, { posts, people }: Size): Promise<void> {
  await withoutIndexes(pool, ['social.notification', 'social.notification_actor'], async () => {
    await pool.query(
      `insert into social.notification (id, account_id, kind, post_id, on_page, at, seen_at, read_at) overriding system value
       select row_number() over (), account, kind, post, true, at, case when not new then at end, case when not new then at end
       from (
         select i as account, 'follow' as kind, null::bigint as post, now() - interval '2 days' as at, false as new
         from generate_series(2, $2::bigint) as i
         union all
         select account_id, 'mention', post_id, now() - interval '3 days', false from social.mention where account_id > 1
         union all
         select $2 + 1, case when n % 2 = 0 then 'reaction' else 'comment' end, id, now() - n * interval '1 hour', n <= 10 from (
           select id, row_number() over (order by id desc) as n from social.post
           where author_id = $2 + 1 and deleted_at is null and held_at is null
         ) as own where n <= 60
         union all
         select 1, case when id % 2 = 0 then 'reaction' else 'comment' end, id, created_at, id > $1 * 9 / 10
         from social.post where author_id = 1 and kind = 'post' and deleted_at is null and held_at is null
       ) as told`,
      [posts, people],
    );
    await pool.query(
      `insert into social.notification_actor (notification_id, actor_id, reaction, at)
       select id, actor, case when kind = 'reaction' then 'like' end, at from (
         select id, kind, at, 2 + (id * 31 + n * 7919) % ($1 - 1) as actor, account_id
         from social.notification, lateral generate_series(1, 1 + id % 3) as n
         where post_id is distinct from $2 / 2 + 40
         union all
         select notification.id, notification.kind, at, n, account_id
         from social.notification, generate_series(2, $2::bigint / 100) as n where post_id = $2 / 2 + 40
       ) as each where actor <> account_id`,
      [people, posts],
    );
  });
  await pool.query(
    `select setval(pg_get_serial_sequence('social.notification', 'id'), (select max(id) from social.notification))`,
  );
}

/** Adds items in the moderation queue, decisions and reports. */
export async function addModeration(pool: pg.Pool, { posts, people }: Size): Promise<void> {
  await pool.query(`
    insert into social.moderation_case (subject, subject_id, kind, author_id, opened_at, held_at, rule)
    select 'post', id, kind, author_id, held_at, held_at, 'links' from social.post where held_at is not null order by id;
    insert into social.verdict (author_id, subject, subject_id, outcome, rule, at)
    select author_id, 'post', id, 'hold', 'links', held_at from social.post where held_at is not null order by id;
    insert into social.report (reporter_id, subject, subject_id, author_id, category_id, created_at)
    select 2 + (post.id * 31 + n) % ${people - 1}, 'post', post.id, author_id, (select min(id) from social.report_category), created_at
    from social.post as post, generate_series(1, 2) as n where post.id % 1000 = 45 and post.id <= ${posts};
    insert into social.moderation_case (subject, subject_id, kind, author_id, opened_at, reports)
    select 'post', id, kind, author_id, created_at, 2 from social.post where id % 1000 = 45 order by id;
    insert into social.moderation_case
      (subject, subject_id, kind, author_id, opened_at, held_at, rule, settled_at, settled_by, decision)
    select 'post', id, kind, author_id, created_at, created_at, 'links', created_at + interval '1 hour', ${people + 2}, 'approve'
    from social.post where id % 500 = 60 order by id;`);
}
