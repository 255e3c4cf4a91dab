import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/lock-row.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { publishBioChange } from './announce-bio.ts';
import type { Bio } from './bio.ts';
import { getBio } from './get-bio.ts';

/**
 * Changes one of the viewer's pages under a lock, because the order of blocks depends on all of them.
 * Invalidates the page in every process.
 */
export async function changeBio<T>(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: (app: App, bio: Bio) => Promise<T>,
): Promise<T> {
  return inTransaction(app, async (app) => {
    await lockRow(app, 'links.link', id);
    const bio = await getBio(app, viewer, id);
    await app.db
      .updateTable('links.bio_page')
      .set({ version: sql`version + 1` })
      .where('link_id', '=', id)
      .execute();
    await app.db
      .updateTable('links.link')
      .set({ updated_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    const changed = await change(app, bio);
    await publishBioChange(app, id);
    return changed;
  });
}
