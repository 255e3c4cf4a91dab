import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readPixelName } from './pixel.ts';
import { readTag } from './providers.ts';
import { tagTaken } from './queries.ts';
import { readPixel } from './read-pixel.ts';

/** Changes tag and name of a pixel; its provider stays. A blank name keeps the one there is. */
export async function updatePixel(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: { name?: string | null | undefined; tag: string },
): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockRow(app, 'links.pixel', id);
    const { provider, name: present } = await readPixel(app, viewer, id);
    const name = change.name?.trim() ? readPixelName(change.name) : present;
    const tag = readTag(provider, change.tag);
    await app.db
      .updateTable('links.pixel')
      .set({ name, tag })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'pixel_tag') ? tagTaken(provider, tag) : error;
      });
  });
}
