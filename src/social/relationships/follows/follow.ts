import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { notify } from '../../notify/notify.ts';
import { getPersonCounts } from '../../tallies/get-counts.ts';
import { tally } from '../../tallies/tally.ts';
import { withPair } from '../../people/pair.ts';
import { followCounts } from '../end-relationships.ts';

// Limits the number of sources of a feed.
const maxFollowings = 5000;

/** Follows a person, which adds their public posts to the viewer's feed. */
export async function follow(app: App, viewer: Viewer, personId: string): Promise<void> {
  const { followings } = await getPersonCounts(app, viewer.id);
  if (followings >= maxFollowings)
    throw new Problem('conflict', t('You can follow at most {maxFollowings} people', { maxFollowings }));
  await withPair(app, viewer, personId, async (app, { me, other }) => {
    const row = await app.db
      .insertInto('social.follow')
      .values({ follower_id: me, followed_id: other, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('followed_id')
      .executeTakeFirst();
    if (!row) return;
    await tally(app, followCounts(me, other, 1));
    await notify(app, { to: other, kind: 'follow', by: me });
  });
}
