import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { withdrawBetween } from '../../notify/notify.ts';
import { tally } from '../../tallies/tally.ts';
import { withPair } from '../../people/pair.ts';
import { endFollow, endFriendship } from '../end-relationships.ts';

/**
 * Blocks a person, so that neither can see or reach the other. Ends their friendship and follows in both
 * directions.
 */
export async function block(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other, friendshipId }) => {
      await app.db
        .insertInto('social.block')
        .values({ blocker_id: me, blocked_id: other, created_at: app.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tally(app, [
        ...(friendshipId === undefined ? [] : await endFriendship(app, friendshipId)),
        ...(await endFollow(app, me, other)),
        ...(await endFollow(app, other, me)),
      ]);
      await withdrawBetween(app, me, other);
    },
    { evenBlocked: true },
  );
}
