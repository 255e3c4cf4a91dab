import type { App, Viewer } from '../../platform/app.ts';
import { announceCounters, withdrawBetween } from '../notify/notify.ts';
import { withPair } from '../people/relation.ts';
import { tally } from '../tallies/tally.ts';
import { endFollow, endFollowRequest, endFriendship } from './follows.ts';

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
      await endFollowRequest(app, me, other);
      await endFollowRequest(app, other, me);
      await withdrawBetween(app, me, other);
    },
    { evenBlocked: true },
  );
}

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
