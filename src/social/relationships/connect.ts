import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import { block, mute, unblock, unmute } from './blocks.ts';
import { acceptFollower, declineFollower, removeFollower } from './follow-requests.ts';
import { follow, unfollow, endFriendship, friendCounts } from './follows.ts';
import { connectWords, type ConnectWord } from '../people/components.ts';
import { minutes } from '../../kernel/time.ts';
import { sql } from 'kysely';
import { getPrivacy } from '../../identity/account/privacy.ts';
import { announceCounters, notify, withdraw } from '../notify/notify.ts';
import { friendsBetween } from '../people/person.ts';
import { declinePause, withPair } from '../people/relation.ts';
import { getPersonCounts, tally } from '../tallies/tally.ts';

type Act = (app: App, viewer: Viewer, personId: string) => Promise<void>;

const acts: Readonly<Record<ConnectWord, Act>> = {
  follow,
  unfollow,
  friend: sendFriendRequest,
  unfriend: async (app, viewer, personId) => {
    await removeFriend(app, viewer, personId);
    await cancelRequest(app, viewer, personId);
  },
  'friend-add': sendFriendRequest,
  'friend-accept': acceptFriend,
  'friend-decline': declineFriend,
  'friend-cancel': cancelRequest,
  'friend-remove': removeFriend,
  'follow-accept': acceptFollower,
  'follow-decline': declineFollower,
  'follower-remove': removeFollower,
  block,
  unblock,
  mute,
  unmute,
};

/** Performs the relationship action with the given name, as used by apps and pages. */
export const connect = verb(
  { name: 'relationships.connect', who: 'member', limit: perAccount(200, minutes(5)) },
  async (app: App, viewer: Viewer, word: string, personId: string): Promise<void> => {
    const act = Object.hasOwn(acts, word) ? acts[word as ConnectWord] : undefined;
    if (!act)
      throw invalid('do', msg('do must be one of {connectWords}', { connectWords: connectWords.join(', ') }));
    await act(app, viewer, personId);
  },
);

// Limits the number of sources of a feed.
const maxFriends = 5000;

/**
 * Sends a friend request. If the other person has already sent one, both become friends. After a decline, the
 * same person can ask again after `declinePause`.
 */
export async function sendFriendRequest(app: App, viewer: Viewer, personId: string): Promise<void> {
  const { friends } = await getPersonCounts(app, viewer.id);
  if (friends >= maxFriends)
    throw new Problem('conflict', msg('You can have at most {maxFriends} friends', { maxFriends }));
  await withPair(app, viewer, personId, async (app, pair) => {
    const { me, other, friendship, friendshipId } = pair;
    const now = app.clock.now();
    if (friendship === 'declined') throw tooEarly(pair.declinedAt, app.clock.now());
    if (friendship === 'none') await refuseFriendRequest(app, me, other);
    if (friendship === 'none' && friendshipId === undefined)
      await app.db
        .insertInto('social.friendship')
        .values({ requester_id: me, recipient_id: other, requested_at: now })
        .execute();
    if (friendshipId !== undefined && (friendship === 'none' || friendship === 'refused'))
      await app.db
        .updateTable('social.friendship')
        .set({ requester_id: me, recipient_id: other, requested_at: now, declined_at: null })
        .where('id', '=', friendshipId)
        .execute();
    if (friendship === 'none' || friendship === 'refused') {
      await notify(app, { to: other, kind: 'friend_request', by: me });
      await announceCounters(app, other);
    }
    if (friendship === 'asks') await befriend(app, friendshipId ?? '', me, other);
  });
}

function tooEarly(declinedAt: Date | null, now: Date): Problem {
  const again = new Date((declinedAt ?? now).getTime() + declinePause);
  return new Problem(
    'throttled',
    msg('Your request was declined. You can send another one from {again}.', { again: again.toISOString() }),
    {
      retryAfter: Math.ceil((again.getTime() - now.getTime()) / 1000),
    },
  );
}

async function befriend(app: App, friendshipId: string, me: string, other: string): Promise<void> {
  await app.db
    .updateTable('social.friendship')
    .set({ accepted_at: app.clock.now(), declined_at: null })
    .where('id', '=', friendshipId)
    .execute();
  await tally(app, friendCounts(me, other, 1));
  await withdraw(app, { kind: 'friend_request', to: me, by: other });
  await announceCounters(app, me);
  await notify(app, { to: other, kind: 'friend_accept', by: me });
}

/** Accepts a friend request, even if it was declined before. No-op if they are friends already. */
export async function acceptFriend(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(app, viewer, personId, async (app, { me, other, friendship, friendshipId }) => {
    if (friendship === 'friends') return;
    if (friendship !== 'asks' && friendship !== 'refused') throw missing(msg('Friend request'));
    await befriend(app, friendshipId ?? '', me, other);
  });
}

/** Declines a friend request. No-op if there is none. */
export async function declineFriend(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(app, viewer, personId, async (app, { me, other, friendship, friendshipId }) => {
    if (friendship !== 'asks') return;
    await app.db
      .updateTable('social.friendship')
      .set({ declined_at: app.clock.now() })
      .where('id', '=', friendshipId ?? '')
      .execute();
    await withdraw(app, { kind: 'friend_request', to: me, by: other });
    await announceCounters(app, me);
  });
}

/**
 * Cancels the viewer's own friend request. A declined request is kept, because canceling it would bypass the
 * waiting period.
 */
export async function cancelRequest(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(app, viewer, personId, async (app, { me, other, friendship, friendshipId }) => {
    if (friendship !== 'asked') return;
    await tally(app, await endFriendship(app, friendshipId ?? ''));
    await withdraw(app, { kind: 'friend_request', to: other, by: me });
    await announceCounters(app, other);
  });
}

/** Ends a friendship without notifying the other person. No-op if there is none. */
export async function removeFriend(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other, friendship, friendshipId }) => {
      if (friendship !== 'friends') return;
      await tally(app, await endFriendship(app, friendshipId ?? ''));
      await withdraw(app, { kind: 'friend_accept', to: me, by: other });
      await withdraw(app, { kind: 'friend_accept', to: other, by: me });
    },
    { evenBlocked: true },
  );
}

/** Throws if a person accepts no friend requests, or only those from friends of friends. */
async function refuseFriendRequest(app: App, me: string, other: string): Promise<void> {
  const { requests } = await getPrivacy(app, other);
  if (requests === 'everybody') return;
  if (requests === 'friends-of-friends' && (await haveMutualFriend(app, me, other))) return;
  throw new Problem(
    'forbidden',
    requests === 'nobody'
      ? msg('This person does not accept friend requests')
      : msg('This person only accepts friend requests from friends of friends'),
  );
}

async function haveMutualFriend({ db }: App, me: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select case requester_id when ${me} then recipient_id else requester_id end as id from social.friendship
      where (requester_id = ${me} or recipient_id = ${me}) and accepted_at is not null
    ) as friend
    where ${friendsBetween('friend.id', other)}
    limit 1`.execute(db);
  return rows.length > 0;
}
