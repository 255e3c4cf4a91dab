import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { blockerOf } from '../between.ts';
import { selectProfiles, toProfile, type Profile } from './profile.ts';

/**
 * Returns a person by account id or username. A person is missing for those they blocked, but not for those
 * who blocked them, so that they can unblock.
 */
export async function getProfile(
  app: App,
  viewer: Viewer | undefined,
  by: { id: string } | { username: string },
  wanted: { withMutualFriends?: boolean } = {},
): Promise<Profile> {
  const row = await selectProfiles(app, viewer, wanted)
    .where((eb) =>
      'id' in by ? eb('person.id', '=', by.id) : eb('person.username_key', '=', by.username.toLowerCase()),
    )
    .$call(
      whenGiven(viewer, (query, viewer) => query.where((eb) => eb.not(blockerOf('person.id', viewer.id)))),
    )
    .executeTakeFirst();
  if (!row) throw missing(t('Person'));
  return toProfile(app, viewer, row, wanted);
}
