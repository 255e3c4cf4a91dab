import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { changeOwned, type Owner } from '../owned/owned.ts';
import { parsePixelName } from './pixel.ts';
import { parseTag } from './providers.ts';
import { ownedPixels, tagTaken } from './queries.ts';

/** Updates the tag and name of a pixel. Its provider cannot change, and a blank name does not change it. */
export const updatePixel = (
  app: App,
  viewer: Owner,
  id: string,
  change: { name?: string | null | undefined; tag: string },
): Promise<void> =>
  changeOwned(app, viewer, ownedPixels, id, async ({ db }, { provider, name: present }) => {
    const name = change.name?.trim() ? parsePixelName(change.name) : present;
    const tag = parseTag(provider, change.tag);
    await db
      .updateTable('links.pixel')
      .set({ name, tag })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'pixel_tag') ? tagTaken(provider, tag) : error;
      });
  });
