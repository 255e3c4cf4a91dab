import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Removes a saved post. No-op if it is not saved. */
export async function unsavePost({ db }: App, viewer: Viewer, id: string): Promise<void> {
  await db.deleteFrom('social.saved').where('account_id', '=', viewer.id).where('post_id', '=', id).execute();
}
