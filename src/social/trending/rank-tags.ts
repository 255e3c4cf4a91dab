import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import type { TrendPeriod } from './trend.ts';
import { decayOf, maxActions, maxStored, minPeople, trustOf, type Window } from './weights.ts';

/** Ranks hashtags by the number of people who used them. Repeated use by one person counts once. */
export async function rankTags(app: App, period: TrendPeriod, window: Window): Promise<void> {
  const { since, now } = window;
  await sql`
    with used as (
      select hashtag.tag, post.author_id, max(post.created_at) as at
      from (
        select id, author_id, parent_id, created_at from social.post
        where created_at > ${since} and created_at <= ${now} and privacy = 'public'
          and deleted_at is null and held_at is null
        order by created_at desc limit ${sql.lit(maxActions)}
      ) as post
      join social.hashtag as hashtag on hashtag.post_id = post.id
      where not exists (select from social.paywall where paywall.post_id = post.parent_id)
      group by hashtag.tag, post.author_id
    )
    insert into social.trend_tag (period, tag, score, people)
    select ${period}, used.tag,
      sum(${trustOf(sql`author.registered_at`, now)} * ${decayOf(sql`used.at`, window)}) as score, count(*)
    from used
    join identity.account as author on author.id = used.author_id
    where ${isLive('author')}
    group by used.tag having count(*) >= ${minPeople}
    order by score desc, used.tag limit ${maxStored}`.execute(app.db);
}
