import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { withdraw } from '../../notify/notify.ts';
import { tally } from '../../tallies/tally.ts';
import { withPair } from '../../people/pair.ts';
import { endFollow } from '../end-relationships.ts';

/** Unfollows a person. No-op if the viewer does not follow them. */
export async function unfollow(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other }) => {
      await tally(app, await endFollow(app, me, other));
      await withdraw(app, { kind: 'follow', to: other, by: me });
    },
    { evenBlocked: true },
  );
}
