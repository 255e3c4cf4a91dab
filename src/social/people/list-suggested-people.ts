import { sql, type SqlBool } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { unconnectedPeople } from './list-new-people.ts';
import { getProfiles, type Profile } from './profiles/profile.ts';

/**
 * Maximum number of friends, of friends per friend, and of new posts considered. The cost is independent of
 * the size of the site.
 */
const maxFriends = sql.lit(200);
const maxOfFriend = sql.lit(50);
const newestPosts = sql.lit(200);
/** Number of top candidates per suggestion that are checked for existing relationships. */
const candidatesPerResult = 10;

/** Returns suggestions for the viewer: friends of friends, then active people, then the newest members. */
export async function listSuggestedPeople(
  app: App,
  viewer: Viewer,
  max: number,
): Promise<readonly Profile[]> {
  const friendsOf = (id: ReturnType<typeof sql>) => sql`
    select recipient_id as id from social.friendship where requester_id = ${id} and accepted_at is not null
    union all
    select requester_id from social.friendship where recipient_id = ${id} and accepted_at is not null`;
  const scored = sql<{ id: string; score: string }>`(
    with mine as materialized (select id from (${friendsOf(sql`${viewer.id}`)}) as friend limit ${maxFriends}),
    -- Friends who hide their friends from their friends suggest nobody.
    open as (select mine.id from mine join identity.account on account.id = mine.id
      where account.privacy ->> 'friends' is distinct from 'me'),
    common as (
      select other.id, count(*) as n from open
      cross join lateral (select id from (${friendsOf(sql`open.id`)}) as friend limit ${maxOfFriend}) as other
      group by other.id
    ), active as (
      select author_id as id, count(*) as n from (
        select author_id, page_id from social.post
        where deleted_at is null and held_at is null and privacy = 'public' and parent_id is null
        order by id desc limit ${newestPosts}
      ) as newest where page_id is null group by author_id
    )
    select id, sum(score) as score from (
      select id, 3 * n as score from common union all select id, least(n, 5) from active
    ) as found where id not in (select id from mine)
    group by id order by score desc, id desc limit ${sql.lit(max * candidatesPerResult)})`.as('scored');
  const suggested = unconnectedPeople(app, viewer)
    .innerJoin(scored, 'scored.id', 'person.id')
    .orderBy('scored.score', 'desc')
    .orderBy('person.id', 'desc')
    .limit(max)
    .select('person.id');
  const newest = unconnectedPeople(app, viewer)
    .where(sql<SqlBool>`person.id not in (select id from suggested)`)
    .orderBy('person.id', 'desc')
    .limit(max)
    .select('person.id');
  // The newest members are read only until there are enough.
  const { rows } = await sql<{ id: string }>`
    with suggested as materialized (${suggested})
    select id from (select id from suggested union all (${newest})) as found limit ${sql.lit(max)}`.execute(
    app.db,
  );
  return getProfiles(
    app,
    viewer,
    rows.map(({ id }) => id),
    { withMutualFriends: true },
  );
}
