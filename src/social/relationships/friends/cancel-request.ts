import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { announceCounters, withdraw } from '../../notify/notify.ts';
import { tally } from '../../tallies/tally.ts';
import { withPair } from '../../people/pair.ts';
import { endFriendship } from '../end-relationships.ts';

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
