import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { withPair } from '../../people/pair.ts';

/** Quiet when the viewer has not blocked them. Friendship and follows do not come back by themselves. */
export async function unblock(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other }) => {
      await app.db
        .deleteFrom('social.block')
        .where('blocker_id', '=', me)
        .where('blocked_id', '=', other)
        .execute();
    },
    { evenBlocked: true },
  );
}
