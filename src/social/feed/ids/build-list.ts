import { sql } from 'kysely';
import { days, hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { connectedPeople, isCelebrity, likedPages, postsOfPages, postsOfPeople } from './sources.ts';

/**
 * Builds or rebuilds a stored feed list. Blocks, mutes and visibility are applied on read, so the list is
 * complete if access is restored later. Only a limited number of posts per author is considered; the list
 * starts where the first author was cut off.
 */
export async function buildList(app: App, me: string): Promise<void> {
  const length = app.config.FEED_LENGTH;
  // Committed separately and first: new posts are written into the list from here on, and the query below
  // finds the older ones.
  await app.db
    .insertInto('social.feed')
    .values({ account_id: me, viewed_at: app.clock.now() })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ viewed_at: app.clock.now() }))
    .execute();
  const newest = (limit: ReturnType<typeof sql>) => sql`order by post.id desc limit ${limit}`;
  const many = sql`(select n from share)`;
  const bounded = sql`and post.id >= (select id from bound) ${newest(many)}`;
  await sql`
    with seen as (
      select changed from social.feed where account_id = ${me}
    ), people as materialized (
      select account_id, is_friend from (${connectedPeople(me)}) as source where not ${isCelebrity('person', 'source.account_id')}
    ), pages as materialized (
      select page_id from (${likedPages(me)}) as source where not ${isCelebrity('page', 'source.page_id')}
    ), latest as materialized (
      select account_id, is_friend, null::bigint as page_id, found.id
      from people cross join lateral (${postsOfPeople(newest(sql`1`))}) as found
      union all
      select null, null, page_id, found.id
      from pages as source cross join lateral ${postsOfPages(newest(sql`1`))} as found
      order by id desc limit ${sql.lit(length)}
    ), bound as materialized (
      select case when count(*) < ${length} then 0 else min(id) end as id from latest
    ), share as materialized (
      select 20 + 4 * ${length}::integer / greatest(1, count(*)) as n from latest
    ), taken as materialized (
      select account_id as source, found.id
      from latest cross join lateral (${postsOfPeople(bounded)}) as found where account_id is not null
      union all
      select -page_id, found.id
      from latest as source cross join lateral ${postsOfPages(bounded)} as found where page_id is not null
    ), cut as materialized (
      -- Below it somebody may have more than was taken.
      select greatest((select id from bound), (select coalesce(max(oldest), 0) from (
        select min(id) as oldest from taken group by source having count(*) >= (select n from share)
      ) as truncated)) as id
    ), kept as materialized (
      select id from taken where id >= (select id from cut) order by id desc limit ${sql.lit(length)}
    ), written as (
      insert into social.feed_entry (account_id, post_id) select ${me}, id from kept on conflict do nothing
    )
    update social.feed set built = seen.changed, floor_id = case
        when (select count(*) from kept) = ${length} then (select min(id) from kept) else (select id from cut) end
    from seen where account_id = ${me}`.execute(app.db);
}

/** Trims a list when it is half longer than its limit, instead of with every post. */
export async function trimList(app: App, me: string): Promise<void> {
  const length = app.config.FEED_LENGTH;
  const nth = (n: number) => sql`(
    select post_id from social.feed_entry where account_id = ${me} order by post_id desc offset ${n} limit 1)`;
  await sql`
    with cut as materialized (
      select ${nth(length - 1)} as id where ${nth(Math.ceil(length * 1.5))} is not null
    ), gone as (
      delete from social.feed_entry using cut where account_id = ${me} and post_id < cut.id
    )
    update social.feed set floor_id = greatest(floor_id, cut.id) from cut where account_id = ${me}`.execute(
    app.db,
  );
}

const rankingsLast = hours(12);
/** Lists deleted per statement, each with hundreds of entries. */
const atOnce = 200;

/** Deletes the stored lists of inactive members. A list is rebuilt when its owner returns. */
export async function purgeLists(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const before = new Date(now - days(app.config.FEED_DAYS));
  for (let deleted = atOnce; deleted === atOnce;) {
    const { rows } = await sql`
      delete from social.feed where viewed_at < ${before} and account_id = any(array(
        select account_id from social.feed where viewed_at < ${before} order by viewed_at limit ${sql.lit(atOnce)}
      )) returning 1`.execute(app.db);
    deleted = rows.length;
  }
  await app.db
    .deleteFrom('social.feed_ranking')
    .where('at', '<', new Date(now - rankingsLast))
    .execute();
}
