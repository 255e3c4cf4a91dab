import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { withPair } from '../../people/pair.ts';

/** Unblocks a person. No-op if the viewer has not blocked them. Does not restore friendship or follows. */
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
