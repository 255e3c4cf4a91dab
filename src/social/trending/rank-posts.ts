import { sql } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { TrendPeriod } from './trend.ts';
import { decayOf, minPeople, maxStored, trustOf, type Window } from './weights.ts';

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
  await sql`
    with act (post_id, actor_id, weight, at) as (
      select post_id, account_id, 1, created_at from social.reaction where created_at > ${since}
      union all
      select post_id, account_id, 1, created_at from social.vote where created_at > ${since} and value = 1
      union all
      select post_id, author_id, 2, created_at from social.comment
        where created_at > ${since} and deleted_at is null and held_at is null
      union all
      select coalesce(parent_id, quote_id), author_id, 3, created_at from social.post
        where created_at > ${since} and deleted_at is null and held_at is null
        and (parent_id is not null or quote_id is not null) and privacy = 'public'
    ), done as (
      select item.id as item_id, item.kind, item.author_id, act.actor_id,
        ln(1 + least(6, sum(act.weight))) as size, max(act.at) as at
      from act
      join social.post as touched on touched.id = act.post_id
      join social.post as item on item.id = coalesce(touched.parent_id, touched.id)
      where act.at <= ${now} and act.actor_id <> item.author_id and act.actor_id <> touched.author_id
        and item.kind in ('post', 'article', 'thread', 'question')
        and item.privacy = 'public' and item.deleted_at is null and item.held_at is null
        and touched.deleted_at is null and touched.held_at is null
      group by item.id, act.actor_id
    ), habit as (
      select actor_id, author_id, count(*) as here, sum(count(*)) over (partition by actor_id) as everywhere
      from done group by actor_id, author_id
    ), weighed as (
      select done.item_id, done.kind, done.size * ${trustOf(sql`actor.registered_at`, now)} * ${decayOf(sql`done.at`, window)}
        * (1 - 0.8 * habit.here / (habit.everywhere + 2.0))
        * case when back.actor_id is null then 1.0 else 0.5 end as score
      from done
      join habit on habit.actor_id = done.actor_id and habit.author_id = done.author_id
      left join habit as back on back.actor_id = done.author_id and back.author_id = done.actor_id
      join identity.account as actor on actor.id = done.actor_id
      join identity.account as author on author.id = done.author_id
      where ${isLive('actor')} and ${isLive('author')}
    ), ranked as (
      select item_id, kind, sum(score) as score, count(*) as people,
        row_number() over (partition by kind order by sum(score) desc, item_id desc) as place
      from weighed group by item_id, kind having count(*) >= ${minPeople}
    )
    insert into social.trend (period, kind, post_id, score, people)
    select ${period}, kind, item_id, score, people from ranked where place <= ${maxStored}`.execute(app.db);
}
