import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Overlay } from './overlay.ts';
import { readOverlay } from './queries.ts';

/** Brings a deleted overlay of the viewer's back, for the links that showed it and with its answers. */
export async function restoreOverlay(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Overlay> {
  await app.db
    .updateTable('links.overlay')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .execute();
  return readOverlay(app, viewer, id);
}
