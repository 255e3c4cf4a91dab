import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';
import type { Overlay } from './overlay.ts';
import { readOverlay } from './queries.ts';

/** Brings a deleted overlay of the viewer's back, for the links that showed it and with its answers. */
export async function restoreOverlay(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Overlay> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.overlay')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute();
    const overlay = await readOverlay(app, viewer, id);
    if (overlay.content.address) await refuseHarmful(app, 'url', overlay.content.address);
    return overlay;
  });
}
