import type { Viewer, App } from '../../../src/platform/app.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import type { World } from '../../ask-plaza.ts';

/** Stores privacy settings, and that the person is online. */
export const setPrivacy = async ({ app }: Pick<World, 'app'>, { id }: Viewer, privacy: object) =>
  app.db
    .updateTable('identity.account')
    .set({ privacy: JSON.stringify(privacy), last_seen_at: app.clock.now() })
    .where('id', '=', id)
    .execute();

export async function befriend({ app }: { app: App }, one: Viewer, other: Viewer): Promise<void> {
  await connect(app, one, 'friend-add', other.id);
  await connect(app, other, 'friend-accept', one.id);
}
