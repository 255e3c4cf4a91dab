import type { App } from '../../platform/app.ts';
import type { Change } from '../tallies/tally.ts';

export const followCounts = (follower: string, followed: string, n: 1 | -1): Change[] => [
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
