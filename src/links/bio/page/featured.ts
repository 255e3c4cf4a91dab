import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { ItemType } from '../../channels/channels.ts';
import { findItemByShort, itemAddress, selectItems, type Item } from '../../channels/reading.ts';

/** A short link or QR code featured on a page. */
export interface Featured {
  id: string;
  type: ItemType;
  title: string;
  address: string;
  picture: string | null;
}

/** Returns the viewer's short link or QR code with this address. Excludes bio pages. */
export async function findFeatured(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  short: string,
): Promise<Featured | undefined> {
  const found = await findItemByShort(app, viewer, short);
  return found && found.type !== 'bio' ? toFeatured(app, found) : undefined;
}

/** Returns an account's active links and codes by id. */
export async function getFeatured(
  app: Pick<App, 'db' | 'config'>,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Featured>> {
  if (ids.length === 0) return new Map();
  const found = await selectItems(app)
    .where('link.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('link.account_id', '=', accountId)
    .where('link.purpose', '<>', 'bio')
    .where('link.disabled_at', 'is', null)
    .where('link.suspended_at', 'is', null)
    .execute();
  return new Map(found.map((item) => [item.id, toFeatured(app, item)]));
}

const toFeatured = ({ config }: Pick<App, 'config'>, item: Item): Featured => ({
  id: item.id,
  type: item.type,
  title: item.title || item.alias,
  address: itemAddress(config, item),
  picture: item.previewImage,
});
