import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import type { TrendPeriod } from './trend.ts';
import { decayOf, maxActions, maxStored, minPeople, trustOf, type Window } from './weights.ts';

/**
 * Ranks posts by engagement. Each person counts once per post, by the logarithm of their actions there (a
 * reaction or vote 1, a comment 2, a reply, answer or share 3, at most 6), reduced
 * - for a young account,
 * - for the age of the action,
 * - for concentration on one author, which indicates fans and second accounts,
 * - by half if that author does the same for them, which indicates rings.
 *
 * Actions on one's own posts, downvotes, and content that is held, removed or not public do not count. An
 * action on a reply or answer counts for its parent.
 */
export async function rankPosts(app: App, period: TrendPeriod, window: Window): Promise<void> {
  const { since, now } = window;
  const newest = sql`order by created_at desc limit ${sql.lit(maxActions)}`;
  await sql`
    with act as materialized (
      select post_id, actor_id, sum(weight)::integer as weight, max(at) as at from (
        (select post_id, account_id as actor_id, 1 as weight, created_at as at from social.reaction
          where created_at > ${since} and created_at <= ${now} ${newest})
        union all
        (select post_id, account_id, 1, created_at from social.vote
          where created_at > ${since} and created_at <= ${now} and value = 1 ${newest})
        union all
        (select post_id, author_id, 2, created_at from social.comment
          where created_at > ${since} and created_at <= ${now} and deleted_at is null and held_at is null ${newest})
        union all
        (select coalesce(parent_id, quote_id), author_id, 3, created_at from social.post
          where created_at > ${since} and created_at <= ${now} and deleted_at is null and held_at is null
          and (parent_id is not null or quote_id is not null) and privacy = 'public' ${newest})
      ) as each group by post_id, actor_id
    ), touched as materialized (
      -- One lookup per post, however many acted on it.
      select post.id, post.parent_id, post.author_id, post.kind, post.privacy
      from (select distinct post_id from act) as each join social.post on post.id = each.post_id
      where post.deleted_at is null and post.held_at is null
    ), item as materialized (
      select id as touched_id, author_id as touched_author_id, id, kind, author_id from touched
      where parent_id is null and privacy = 'public' and kind in ('post', 'article', 'thread', 'question')
      union all
      select touched.id, touched.author_id, post.id, post.kind, post.author_id
      from touched join social.post on post.id = touched.parent_id
      where post.kind in ('post', 'article', 'thread', 'question')
        and post.privacy = 'public' and post.deleted_at is null and post.held_at is null
    ), done as materialized (
      select item.id as item_id, item.author_id, act.actor_id,
        ln(1 + least(6, sum(act.weight))::double precision) as size, max(act.at) as at
      from act join item on item.touched_id = act.post_id
      where act.actor_id <> item.author_id and act.actor_id <> item.touched_author_id
      group by item.id, item.author_id, act.actor_id
    ), person as materialized (
      select account.id, ${trustOf(sql`account.registered_at`, now)} as trust
      from (select actor_id as id from done union select author_id from done) as each
      join identity.account on account.id = each.id where ${isLive('account')}
    ), habit as (
      select actor_id, author_id, count(*) as here,
        (sum(count(*)) over (partition by actor_id))::double precision as everywhere,
        count(*) over (partition by least(actor_id, author_id), greatest(actor_id, author_id)) = 2 as is_mutual
      from done group by actor_id, author_id
    ), pair as materialized (
      select actor_id, author_id,
        actor.trust * (1 - 0.8 * here / (everywhere + 2)) * case when is_mutual then 0.5 else 1 end as weight
      from habit
      join person as actor on actor.id = actor_id
      join person as author on author.id = author_id
    ), scored as (
      select done.item_id, sum(done.size * pair.weight * ${decayOf(sql`done.at`, window)}) as score, count(*) as people
      from done join pair on pair.actor_id = done.actor_id and pair.author_id = done.author_id
      group by done.item_id having count(*) >= ${minPeople}
    ), ranked as (
      select item_id, kind, score, people,
        row_number() over (partition by kind order by score desc, item_id desc) as place
      from scored join (select distinct id, kind from item) as item on item.id = scored.item_id
    )
    insert into social.trend (period, kind, post_id, score, people)
    select ${period}, kind, item_id, score, people from ranked where place <= ${maxStored}`.execute(app.db);
}
