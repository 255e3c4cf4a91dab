import { Problem } from '../../kernel/problem.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { notify, withdraw } from '../notify/notify.ts';
import { withPair } from '../people/relation.ts';
import { type Change, getPersonCounts, tally } from '../tallies/tally.ts';

// Limits the number of sources of a feed.
const maxFollowings = 5000;

/** Follows a person, which adds their public posts to the viewer's feed. */
export async function follow(app: App, viewer: Viewer, personId: string): Promise<void> {
  const { followings } = await getPersonCounts(app, viewer.id);
  if (followings >= maxFollowings)
    throw new Problem('conflict', msg('You can follow at most {maxFollowings} people', { maxFollowings }));
  await withPair(app, viewer, personId, async (app, { me, other }) => {
    const row = await app.db
      .insertInto('social.follow')
      .values({ follower_id: me, followed_id: other, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('followed_id')
      .executeTakeFirst();
    if (!row) return;
    await tally(app, followCounts(me, other, 1));
    await notify(app, { to: other, kind: 'follow', by: me });
  });
}

/** Unfollows a person. No-op if the viewer does not follow them. */
export async function unfollow(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other }) => {
      await tally(app, await endFollow(app, me, other));
      await withdraw(app, { kind: 'follow', to: other, by: me });
    },
    { evenBlocked: true },
  );
}

const followCounts = (follower: string, followed: string, n: 1 | -1): Change[] => [
  { subject: 'person', id: follower, kind: 'followings', by: followed, n },
  { subject: 'person', id: followed, kind: 'followers', by: follower, n },
];

export const friendCounts = (one: string, other: string, n: 1 | -1): Change[] => [
  { subject: 'person', id: one, kind: 'friends', by: other, n },
  { subject: 'person', id: other, kind: 'friends', by: one, n },
];

/** Deletes a follow and returns the counter changes, if any. Apply all changes of an action together. */
export async function endFollow(app: App, follower: string, followed: string): Promise<Change[]> {
  const row = await app.db
    .deleteFrom('social.follow')
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed)
    .returning('followed_id')
    .executeTakeFirst();
  return row ? followCounts(follower, followed, -1) : [];
}

/** Ends a friendship or withdraws a friend request. Returns the counter changes. */
export async function endFriendship(app: App, friendshipId: string): Promise<Change[]> {
  const row = await app.db
    .deleteFrom('social.friendship')
    .where('id', '=', friendshipId)
    .returning(['requester_id', 'recipient_id', 'accepted_at'])
    .executeTakeFirst();
  return row?.accepted_at ? friendCounts(row.requester_id, row.recipient_id, -1) : [];
}
