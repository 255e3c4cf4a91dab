import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { announceCounters } from '../../notify/notify.ts';
import { withPair } from '../../people/pair.ts';

/**
 * Mutes a person: hides their content from the viewer, except where it is looked up. The muted person is not
 * notified and sees everything as before.
 */
export async function mute(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(app, viewer, personId, async (app, { me, other }) => {
    await app.db
      .insertInto('social.mute')
      .values({ muter_id: me, muted_id: other, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await announceCounters(app, me);
  });
}

/** Unmutes a person. No-op if the viewer has not muted them. */
export async function unmute(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other }) => {
      await app.db
        .deleteFrom('social.mute')
        .where('muter_id', '=', me)
        .where('muted_id', '=', other)
        .execute();
      await announceCounters(app, me);
    },
    { evenBlocked: true },
  );
}
