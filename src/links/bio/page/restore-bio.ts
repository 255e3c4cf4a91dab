import type { App } from '../../../platform/app.ts';
import { isDuplicate } from '../../../platform/database/errors.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { aliasTaken } from '../../record/queries.ts';
import { announceLink } from '../../record/announce-link.ts';
import { announceBio } from './announce-bio.ts';
import type { Bio } from './bio.ts';
import { listBlocks } from '../blocks/list-blocks.ts';
import { readBio } from './read-bio.ts';
import { refuseHarmfulBlock } from '../blocks/refuse-harmful-block.ts';

/**
 * Restores a deleted page of the viewer's, with its statistics; a conflict when its alias is somebody's by now, and refused
 * when a block of it leads where no link may lead any more.
 */
export async function restoreBio(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Bio> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.link')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .where('purpose', '=', 'bio')
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'link_alias') ? aliasTaken('The alias') : error;
      });
    const bio = await readBio(app, viewer, id);
    for (const block of await listBlocks(app, id)) await refuseHarmfulBlock(app, block);
    await announceLink(app, bio);
    await announceBio(app, id);
    return bio;
  });
}
