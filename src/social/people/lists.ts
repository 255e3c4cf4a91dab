import { sql, type SqlBool } from 'kysely';
import { livePeople, livePerson } from '../../identity/account/people.ts';
import { isListed } from '../../identity/account/privacy.ts';
import type { App, Asker, Viewer } from '../../platform/app.ts';
import {
  compileForMember,
  compileForViewer,
  nameMatches,
  whenGiven,
  type NumberedPage,
} from '../../platform/database/queries.ts';
import { blockedBetween, followedBy, hasRequestBetween, mutedBy, type Person, toPerson } from './person.ts';
import { getProfiles, type Profile } from './profile.ts';

export const peopleOnPage = 20;

/** A page of a list of people. */
export type PageOfPeople = NumberedPage<Profile>;

/** A query that selects account ids in the order of a list. */
interface Ids {
  offset(rows: number): Ids;
  limit(rows: number): Ids;
  execute(): Promise<{ id: string }[]>;
}

/** Returns a page, counted from 0. */
export async function toPeople(
  app: App,
  viewer: Viewer | undefined,
  query: Ids,
  page = 0,
  max = peopleOnPage,
): Promise<PageOfPeople> {
  const rows = await query
    .offset(page * max)
    .limit(max + 1)
    .execute();
  const ids = rows.slice(0, max).map(({ id }) => id);
  return {
    items: await getProfiles(app, viewer, ids, { withMutualFriends: true }),
    hasMore: rows.length > max,
  };
}

/** Returns people whose username or name contains all the words. */
export async function searchPeople(app: App, viewer: Viewer, words: string, page = 0): Promise<PageOfPeople> {
  const conditions = nameMatches(sql.ref('person.searchable'), words);
  if (conditions.length === 0) return { items: [], hasMore: false };
  let query = app.db
    .selectFrom(livePeople('person'))
    .where('person.is_former', '=', false)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .orderBy('person.id')
    .select('person.id');
  for (const condition of conditions) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}

/**
 * Returns people whom the viewer does not follow and who are not friends or in a friend request, newest
 * first.
 */
export function listNewPeople(app: App, viewer: Viewer, page = 0, max = peopleOnPage): Promise<PageOfPeople> {
  const query = unconnectedPeople(app.db, viewer).orderBy('person.id', 'desc').select('person.id');
  return toPeople(app, viewer, query, page, max);
}

/** People the viewer has no relationship with, unordered. Omits authors with content held for review. */
const unconnectedPeople = (db: App['db'], viewer: Pick<Asker, 'id'>) =>
  db
    .selectFrom(livePeople('person'))
    .where('person.is_former', '=', false)
    .where('person.id', '!=', viewer.id)
    .where((eb) => eb.not(followedBy('person.id', viewer.id)))
    .where((eb) => eb.not(hasRequestBetween('person.id', viewer.id)))
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .where((eb) => eb.not(mutedBy('person.id', viewer.id)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('social.moderation_case as waiting')
            .select('waiting.id')
            .whereRef('waiting.author_id', '=', 'person.id')
            .where('waiting.held_at', 'is not', null)
            .where('waiting.settled_at', 'is', null),
        ),
      ),
    );

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
  const rows = await selectSuggested(app.db, viewer, {}, { max });
  return getProfiles(
    app,
    viewer,
    rows.map(({ id }) => id),
    { withMutualFriends: true },
  );
}

const selectSuggested = compileForMember((db, viewer, _: object, { max }: { max: number }) => {
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
  const suggested = unconnectedPeople(db, viewer)
    .innerJoin(scored, 'scored.id', 'person.id')
    .orderBy('scored.score', 'desc')
    .orderBy('person.id', 'desc')
    .limit(max)
    .select('person.id');
  const newest = unconnectedPeople(db, viewer)
    .where(sql<SqlBool>`person.id not in (select id from suggested)`)
    .orderBy('person.id', 'desc')
    .limit(max)
    .select('person.id');
  // The newest members are read only until there are enough.
  return sql<{ id: string }>`
    with suggested as materialized (${suggested})
    select id from (select id from suggested union all (${newest})) as found limit ${sql.lit(max)}`;
});

export interface RelatedPeople {
  /** Followers of the person whom the viewer follows. */
  known: readonly Person[];
  /** The people the person followed most recently. */
  followed: readonly Person[];
}

const max = 4;
/** Maximum number of follows considered, so that the cost is independent of the number of followers. */
const maxOfViewer = sql.lit(200);
const maxOfPerson = sql.lit(40);

/** Returns people related to a person for the sidebar of a profile, in one query. */
export async function listRelatedPeople(
  app: App,
  viewer: Viewer | undefined,
  personId: string,
): Promise<RelatedPeople> {
  const rows = await selectRelated(app.db, viewer, { personId }, { isMe: viewer?.id === personId });
  const of = (kind: keyof RelatedPeople) =>
    rows.filter((row) => row.kind === kind).map((row) => toPerson(app, row));
  const known = of('known');
  return {
    known,
    followed: of('followed').filter(({ id }) => known.every((person) => person.id !== id)),
  };
}

const selectRelated = compileForViewer(
  (db, viewer, { personId }: { personId: string }, { isMe }: { isMe: boolean }) => {
    const followed = relatedTo(
      db,
      viewer,
      'followed',
      sql`select followed_id as id, created_at from social.follow where follower_id = ${personId}
      order by created_at desc, followed_id limit ${maxOfPerson}`,
    );
    return viewer && !isMe
      ? relatedTo(db, viewer, 'known', followersKnownTo(viewer, personId)).unionAll(followed)
      : followed;
  },
);

/**
 * Looks up the people the viewer follows, newest first, among the followers until there are enough. `offset 0`
 * prevents a scan of the followers, who may be numerous.
 */
const followersKnownTo = ({ id }: Pick<Asker, 'id'>, personId: string) => sql`
  select mine.followed_id as id, mine.created_at from (
    select followed_id, created_at from social.follow where follower_id = ${id}
    order by created_at desc, followed_id limit ${maxOfViewer}
  ) as mine
  where exists (
    select from social.follow where follower_id = mine.followed_id and followed_id = ${personId} offset 0)`;

const relatedTo = (
  db: App['db'],
  viewer: Asker | undefined,
  kind: keyof RelatedPeople,
  ids: ReturnType<typeof sql>,
) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom(sql<{ id: string; created_at: Date }>`(${ids})`.as('found'))
        .innerJoinLateral(livePerson('person', 'found.id'), (join) => join.onTrue())
        .where('person.is_former', '=', false)
        .$call(
          whenGiven(viewer, (query, viewer) =>
            query
              .where('person.id', '!=', viewer.id)
              .where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
          ),
        )
        .$if(viewer === undefined, (query) => query.where(isListed('person.id')))
        .orderBy('found.created_at', 'desc')
        .orderBy('person.id')
        .limit(max)
        .select(sql.lit(kind).as('kind'))
        .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
        .select(['person.picture', 'person.picture_small', 'person.verified_at'])
        .as('person'),
    )
    .selectAll();
