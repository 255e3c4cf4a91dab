import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Quiet when it was not there. */
export async function unsavePost({ db }: App, viewer: Viewer, id: string): Promise<void> {
  await db.deleteFrom('social.saved').where('account_id', '=', viewer.id).where('post_id', '=', id).execute();
}
