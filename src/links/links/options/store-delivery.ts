import type { App } from '../../../platform/app.ts';
import { sql } from 'kysely';

/** Sets the pixels of a link. */
export async function storePixels(
  { db }: Pick<App, 'db'>,
  linkId: string,
  pixelIds: readonly string[] | undefined,
): Promise<void> {
  if (!pixelIds) return;
  await db.deleteFrom('links.link_pixel').where('link_id', '=', linkId).execute();
  if (pixelIds.length === 0) return;
  await db
    .insertInto('links.link_pixel')
    .values(pixelIds.map((pixel_id) => ({ link_id: linkId, pixel_id })))
    .execute();
}

/**
 * Deletes granted click allowances together with the limit. A later limit starts from the number of counted
 * clicks.
 */
export async function purgeAllowance({ db }: Pick<App, 'db'>, linkId: string): Promise<void> {
  await sql`delete from links.click_allowance where link_id = ${linkId}`.execute(db);
}
