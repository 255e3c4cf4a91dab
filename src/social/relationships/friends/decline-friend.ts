import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { announceCounters, withdraw } from '../../notify/notify.ts';
import { withPair } from '../../people/pair.ts';

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
