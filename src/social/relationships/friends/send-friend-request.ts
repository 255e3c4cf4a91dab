import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { announceCounters, notify, withdraw } from '../../notify/notify.ts';
import { getPersonCounts } from '../../tallies/get-counts.ts';
import { tally } from '../../tallies/tally.ts';
import { withPair } from '../../people/pair.ts';
import { refuseFriendRequest } from '../blocks/refuse-unwelcome.ts';
import { declinePause } from '../../people/relation.ts';
import { friendCounts } from '../end-relationships.ts';

// Limits the number of sources of a feed.
const maxFriends = 5000;

/**
 * Sends a friend request. If the other person has already sent one, both become friends. After a decline, the
 * same person can ask again after `declinePause`.
 */
export async function sendFriendRequest(app: App, viewer: Viewer, personId: string): Promise<void> {
  const { friends } = await getPersonCounts(app, viewer.id);
  if (friends >= maxFriends)
    throw new Problem('conflict', t('You can have at most {maxFriends} friends', { maxFriends }));
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
    t('Your request was declined. You can send another one from {again}.', { again: again.toISOString() }),
    {
      retryAfter: Math.ceil((again.getTime() - now.getTime()) / 1000),
    },
  );
}

export async function befriend(app: App, friendshipId: string, me: string, other: string): Promise<void> {
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
