import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Pixel } from './pixel.ts';
import { readPixel } from './read-pixel.ts';

/** Brings a deleted pixel of the viewer's back, on the links it was on. */
export async function restorePixel(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Pixel> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.pixel')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'pixel_tag') ? takenMeanwhile() : error;
      });
    return readPixel(app, viewer, id);
  });
}

const takenMeanwhile = () =>
  new Problem('conflict', 'Another pixel of yours has its tag by now; delete that one first');
