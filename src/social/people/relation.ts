import { type RawBuilder, sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { blockedBy, followedBy, followerOf, isPair, mutedBy } from './person.ts';

/** The state of a friendship from the viewer's side. */
export type Friendship =
  | 'none'
  | 'friends'
  /** The viewer sent a request. */
  | 'asked'
  /** The viewer received a request. */
  | 'asks'
  /** The viewer's request was declined. */
  | 'declined'
  /** The viewer declined a request. */
  | 'refused';

/** The viewer's relationship to a person. */
export interface Relation {
  isMe: boolean;
  friendship: Friendship;
  follows: boolean;
  followsMe: boolean;
  /** Whether the viewer asked to follow them. */
  asksToFollow: boolean;
  /** Whether they asked to follow the viewer. */
  asksToFollowMe: boolean;
  blocks: boolean;
  mutes: boolean;
}

const stranger: Relation = {
  isMe: false,
  friendship: 'none',
  follows: false,
  followsMe: false,
  asksToFollow: false,
  asksToFollowMe: false,
  blocks: false,
  mutes: false,
};

interface RelationRow {
  follows: boolean;
  followsMe: boolean;
  asksToFollow: boolean;
  asksToFollowMe: boolean;
  blocks: boolean;
  mutes: boolean;
  friendship: Parameters<typeof friendshipOf>[0] | null;
}

/**
 * SQL: the viewer's relationship to the person whose id is in `column`, as JSON for `toRelation`. Null for
 * signed-out visitors.
 */
export const relationWith = (
  column: string,
  viewer: Pick<Viewer, 'id'> | undefined,
): RawBuilder<RelationRow | null> =>
  viewer
    ? sql`json_build_object(
        'follows', ${followedBy(column, viewer.id)}, 'followsMe', ${followerOf(column, viewer.id)},
        'asksToFollow', ${asksToFollow(sql`${viewer.id}`, sql.ref(column))},
        'asksToFollowMe', ${asksToFollow(sql.ref(column), sql`${viewer.id}`)},
        'blocks', ${blockedBy(column, viewer.id)}, 'mutes', ${mutedBy(column, viewer.id)},
        'friendship', (select json_build_object(
          'requester_id', requester_id::text, 'accepted_at', accepted_at, 'declined_at', declined_at
        ) from social.friendship where ${isPair(column, viewer.id)}))`
    : sql`null::json`;

const asksToFollow = (follower: RawBuilder<unknown>, followed: RawBuilder<unknown>) => sql`exists (
  select from social.follow_request where follower_id = ${follower} and followed_id = ${followed} offset 0)`;

export function toRelation(
  app: Pick<App, 'clock'>,
  viewer: Viewer | undefined,
  id: string,
  row: RelationRow | null,
): Relation {
  if (!viewer || !row) return stranger;
  const { friendship, ...rest } = row;
  return {
    ...rest,
    isMe: id === viewer.id,
    friendship: friendship ? friendshipOf(friendship, viewer.id, app.clock.now()) : 'none',
  };
}

export async function getRelation(app: App, viewer: Viewer | undefined, id: string): Promise<Relation> {
  if (!viewer) return stranger;
  const row = await app.db
    .selectFrom(sql<{ id: string }>`(select ${id}::bigint as id)`.as('person'))
    .select(relationWith('person.id', viewer).as('relation'))
    .executeTakeFirst();
  return toRelation(app, viewer, id, row?.relation ?? null);
}

/** How long after a declined request the same person may ask again. */
export const declinePause = days(30);

function friendshipOf(
  row: { requester_id: string; accepted_at: unknown; declined_at: Date | string | null },
  me: string,
  now: Date,
): Friendship {
  if (row.accepted_at) return 'friends';
  const isMine = row.requester_id === me;
  if (row.declined_at) {
    if (!isMine) return 'refused';
    return now.getTime() - new Date(row.declined_at).getTime() < declinePause ? 'declined' : 'none';
  }
  return isMine ? 'asked' : 'asks';
}

/** The state between two people during a change. */
interface Pair {
  me: string;
  other: string;
  friendship: Friendship;
  /** The ID of the friendship row in any state. */
  friendshipId: string | undefined;
  declinedAt: Date | null;
}

/**
 * Runs `work` with the relationship between two people locked, in either direction. Throws if the other
 * person is the viewer or does not exist. Unless `evenBlocked`, a block throws the same error.
 */
export async function withPair(
  app: App,
  viewer: Viewer,
  personId: string,
  work: (app: App, pair: Pair) => Promise<void>,
  { evenBlocked = false } = {},
): Promise<void> {
  if (personId === viewer.id) throw invalid('id', msg('You cannot do this to yourself'));
  await inTransaction(app, async (app) => {
    await lock(app, viewer.id, personId);
    if (!(await isThere(app, personId)) || (!evenBlocked && (await isBlocked(app, viewer.id, personId))))
      throw missing(msg('Person'));
    const row = await findFriendship(app, viewer.id, personId);
    await work(app, {
      me: viewer.id,
      other: personId,
      friendship: row ? friendshipOf(row, viewer.id, app.clock.now()) : 'none',
      friendshipId: row?.id,
      declinedAt: row?.declined_at ?? null,
    });
  });
}

async function lock(app: App, one: string, other: string): Promise<void> {
  const key = `pair ${[one, other].sort().join(' ')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(app.db);
}

async function isThere(app: App, id: string): Promise<boolean> {
  const found = await app.db
    .selectFrom(livePeople('person'))
    .where('id', '=', id)
    // A placeholder account has no owner, so a friend request would stay pending forever.
    .where('is_former', '=', false)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

async function isBlocked(app: App, one: string, other: string): Promise<boolean> {
  const found = await app.db
    .selectFrom('social.block')
    .where((eb) =>
      eb.or([eb.and({ blocker_id: one, blocked_id: other }), eb.and({ blocker_id: other, blocked_id: one })]),
    )
    .select('created_at')
    .executeTakeFirst();
  return found !== undefined;
}

const findFriendship = (app: App, one: string, other: string) =>
  app.db
    .selectFrom('social.friendship')
    .where(sql`least(requester_id, recipient_id)`, '=', sql`least(${one}::bigint, ${other}::bigint)`)
    .where(sql`greatest(requester_id, recipient_id)`, '=', sql`greatest(${one}::bigint, ${other}::bigint)`)
    .select(['id', 'requester_id', 'accepted_at', 'declined_at'])
    .executeTakeFirst();
