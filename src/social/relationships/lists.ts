import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { livePeople, livePerson } from '../../identity/account/people.ts';
import { canSeePart, getPrivacy, isPrivate } from '../../identity/account/privacy.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { nameMatches, whenGiven } from '../../platform/database/queries.ts';
import { blockedBetween, followedBy, friendsBetween, friendsOf, newestFriendsOf } from '../people/person.ts';
import { type PageOfPeople, toPeople } from '../people/lists.ts';
import { getRelation } from '../people/relation.ts';

/** Returns a person's friends, newest friendship first. Empty for viewers who may not know. */
export async function listFriends(
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> {
  const relation = await getRelation(app, viewer, personId);
  if (!canSeePart(await getPrivacy(app, personId), 'friends', relation)) return { items: [], hasMore: false };
  const query = app.db
    .selectFrom(newestFriendsOf(personId).as<'friend'>(sql.ref('friend')))
    .innerJoinLateral(livePerson('person', 'friend.id'), (join) => join.onTrue())
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
      ),
    )
    .orderBy('friend.at', 'desc')
    .orderBy('friend.id', 'desc')
    .select('person.id');
  return toPeople(app, viewer, query, page);
}

/** Returns pending friend requests to the viewer. */
export const listFriendRequests = (app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> =>
  toPeople(app, viewer, waiting(app, viewer.id, { me: 'recipient_id', listed: 'requester_id' }), page);

/** Returns pending friend requests from the viewer. */
export const listSentRequests = (app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> =>
  toPeople(app, viewer, waiting(app, viewer.id, { me: 'requester_id', listed: 'recipient_id' }), page);

/** Counts pending friend and follow requests to an account, for the tabs. */
export async function countRequests(app: App, accountId: string): Promise<number> {
  const friends = waiting(app, accountId, { me: 'recipient_id', listed: 'requester_id' }).limit(100);
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from ${friends} as requester)::integer + (
      select count(*) from (
        select from social.follow_request as request
        cross join lateral ${livePerson('person', 'request.follower_id')}
        where request.followed_id = ${accountId} limit 100) as follower)::integer as n`.execute(app.db);
  return rows[0]?.n ?? 0;
}

type Side = 'requester_id' | 'recipient_id';

/** Latest first. `offset 0` makes the query walk the index in order until the page is full. */
const waiting = (app: App, accountId: string, { me, listed }: { me: Side; listed: Side }) =>
  app.db
    .selectFrom(
      sql<{ id: string; requested_at: Date }>`(
        select ${sql.ref(listed)} as id, requested_at from social.friendship
        where ${sql.ref(me)} = ${accountId} and accepted_at is null and declined_at is null
        order by requested_at desc offset 0)`.as<'request'>(sql.ref('request')),
    )
    .innerJoinLateral(livePerson('person', 'request.id'), (join) => join.onTrue())
    .orderBy('request.requested_at', 'desc')
    .select('person.id');

/**
 * Returns the viewer's mutual friends with a person, the viewer's newest friendship first. Empty for viewers
 * who may not know.
 */
export async function listMutualFriends(
  app: App,
  viewer: Viewer,
  personId: string,
  page = 0,
): Promise<PageOfPeople> {
  const relation = await getRelation(app, viewer, personId);
  if (relation.isMe || !canSeePart(await getPrivacy(app, personId), 'friends', relation))
    return { items: [], hasMore: false };
  // `offset 0` walks both indexes and skips people in only one list.
  const common = sql<{ id: string; at: Date }>`(
    select mine.id, mine.at from ${newestFriendsOf(viewer.id)} as mine
    where mine.id in (${friendsOf(sql`${personId}::bigint`)}) order by mine.at desc, mine.id desc offset 0)`;
  const query = app.db
    .selectFrom(common.as<'friend'>(sql.ref('friend')))
    .innerJoinLateral(livePerson('person', 'friend.id'), (join) => join.onTrue())
    .orderBy('friend.at', 'desc')
    .orderBy('friend.id', 'desc')
    .select('person.id');
  return toPeople(app, viewer, query, page);
}

/** Returns the followers of a person, newest first. */
export const listFollowers = (
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> => toPeople(app, viewer, follows(app, viewer, 'follower_id', personId), page);

/** Returns the people that a person follows, newest first. */
export const listFollowings = (
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> => toPeople(app, viewer, follows(app, viewer, 'followed_id', personId), page);

/** SQL: whether the viewer may know whom a person follows and who follows them. */
const isKnownTo = (viewer: Viewer | undefined, personId: string): RawBuilder<SqlBool> =>
  viewer?.id === personId
    ? sql`true`
    : sql`exists (select from (select ${personId}::bigint as id) as owner where not ${isPrivate('owner.id')}
        ${viewer ? sql`or ${followedBy('owner.id', viewer.id)} or ${friendsBetween('owner.id', viewer.id)}` : sql``})`;

/** `offset 0` makes the query walk an index in order until the page is full. */
const follows = (
  app: App,
  viewer: Viewer | undefined,
  listed: 'follower_id' | 'followed_id',
  personId: string,
) =>
  app.db
    .selectFrom((eb) =>
      eb
        .selectFrom('social.follow')
        .where(listed === 'follower_id' ? 'followed_id' : 'follower_id', '=', personId)
        .orderBy('created_at', 'desc')
        .orderBy(listed)
        .modifyEnd(sql`offset 0`)
        .select(['created_at', listed])
        .as('follow'),
    )
    .where(isKnownTo(viewer, personId))
    .innerJoinLateral(livePerson('person', `follow.${listed}`), (join) => join.onTrue())
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
      ),
    )
    .orderBy('follow.created_at', 'desc')
    .orderBy(sql.ref(`follow.${listed}`))
    .select('person.id');

/** Returns people the viewer blocked, newest first. `words` filters by name. */
export const listBlocked = (app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> =>
  listThose(
    app,
    viewer,
    { page, words },
    (id) => sql`select blocked_id as person_id, created_at from social.block where blocker_id = ${id}`,
  );

/** Returns people the viewer muted, newest first. `words` filters by name. */
export const listMuted = (app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> =>
  listThose(
    app,
    viewer,
    { page, words },
    (id) => sql`select muted_id as person_id, created_at from social.mute where muter_id = ${id}`,
  );

function listThose(
  app: App,
  viewer: Viewer,
  { page, words }: { page: number; words: string },
  chosen: (id: string) => RawBuilder<unknown>,
): Promise<PageOfPeople> {
  let query = app.db
    .selectFrom(sql<{ person_id: string; created_at: Date }>`(${chosen(viewer.id)})`.as('chosen'))
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'chosen.person_id'))
    .orderBy('chosen.created_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}
