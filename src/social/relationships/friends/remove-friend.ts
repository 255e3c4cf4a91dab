import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { withdraw } from '../../notify/notify.ts';
import { tally } from '../../tallies/tally.ts';
import { withPair } from '../../people/pair.ts';
import { endFriendship } from '../end-relationships.ts';

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
