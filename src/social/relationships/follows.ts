import { sql } from 'kysely';
import { isPrivate } from '../../identity/account/privacy.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { announceCounters, notify, withdraw } from '../notify/notify.ts';
import { getRelation, withPair } from '../people/relation.ts';
import { type TallyChange, getPersonCounts, tally } from '../tallies/tally.ts';

// Limits the number of sources of a feed.
const maxFollowings = 5000;

/** Follows a person, which adds their posts to the viewer's feed. A private account is asked first. */
export async function follow(app: App, viewer: Viewer, personId: string): Promise<void> {
  const { followings } = await getPersonCounts(app, viewer.id);
  if (followings >= maxFollowings)
    throw new Problem('conflict', msg('You can follow at most {maxFollowings} people', { maxFollowings }));
  await withPair(app, viewer, personId, async (app, { me, other }) => {
    if (!(await isAskedFirst(app, other))) {
      if (await addFollow(app, me, other)) await notify(app, { to: other, kind: 'follow', by: me });
      return;
    }
    const { follows } = await getRelation(app, viewer, other);
    const asked =
      !follows &&
      (await app.db
        .insertInto('social.follow_request')
        .values({ follower_id: me, followed_id: other, requested_at: app.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('followed_id')
        .executeTakeFirst());
    if (!asked) return;
    await notify(app, { to: other, kind: 'follow_request', by: me });
    await announceCounters(app, other);
  });
}

/** Unfollows a person, or cancels the request to follow them. No-op if there is neither. */
export async function unfollow(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other }) => {
      await tally(app, await endFollow(app, me, other));
      await withdraw(app, { kind: 'follow', to: other, by: me });
      await endFollowRequest(app, me, other);
    },
    { evenBlocked: true },
  );
}

/** Whether following the person needs their approval. */
async function isAskedFirst({ db }: App, personId: string): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`
    select ${isPrivate('person.id')} as asked from (select ${personId}::bigint as id) as person`.execute(db);
  return rows[0]?.asked ?? false;
}

/** Adds a follow with its counts. Returns whether it is new. */
export async function addFollow(app: App, follower: string, followed: string): Promise<boolean> {
  const row = await app.db
    .insertInto('social.follow')
    .values({ follower_id: follower, followed_id: followed, created_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('followed_id')
    .executeTakeFirst();
  if (row) await tally(app, followCounts(follower, followed, 1));
  return row !== undefined;
}

const followCounts = (follower: string, followed: string, n: 1 | -1): TallyChange[] => [
  { subject: 'person', id: follower, kind: 'followings', by: followed, n },
  { subject: 'person', id: followed, kind: 'followers', by: follower, n },
];

export const friendCounts = (one: string, other: string, n: 1 | -1): TallyChange[] => [
  { subject: 'person', id: one, kind: 'friends', by: other, n },
  { subject: 'person', id: other, kind: 'friends', by: one, n },
];

/** Deletes a follow and returns the counter changes, if any. Apply all changes of an action together. */
export async function endFollow(app: App, follower: string, followed: string): Promise<TallyChange[]> {
  const row = await app.db
    .deleteFrom('social.follow')
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed)
    .returning('followed_id')
    .executeTakeFirst();
  return row ? followCounts(follower, followed, -1) : [];
}

/** Deletes a request, with its notification. Returns whether there was one. */
export async function endFollowRequest(app: App, follower: string, followed: string): Promise<boolean> {
  const row = await app.db
    .deleteFrom('social.follow_request')
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed)
    .returning('followed_id')
    .executeTakeFirst();
  if (!row) return false;
  await withdraw(app, { kind: 'follow_request', to: followed, by: follower });
  await announceCounters(app, followed);
  return true;
}

/** Ends a friendship or withdraws a friend request. Returns the counter changes. */
export async function endFriendship(app: App, friendshipId: string): Promise<TallyChange[]> {
  const row = await app.db
    .deleteFrom('social.friendship')
    .where('id', '=', friendshipId)
    .returning(['requester_id', 'recipient_id', 'accepted_at'])
    .executeTakeFirst();
  return row?.accepted_at ? friendCounts(row.requester_id, row.recipient_id, -1) : [];
}
