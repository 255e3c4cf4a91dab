import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { undeleteLink } from '../../record/undelete-link.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { publishBioChange } from './announce-bio.ts';
import type { Bio } from './bio.ts';
import { listBlocks } from '../blocks/list-blocks.ts';
import { getBio } from './get-bio.ts';
import { refuseHarmfulBlock } from '../blocks/refuse-harmful-block.ts';

/**
 * Restores one of the viewer's deleted pages with its statistics. Throws a conflict if its alias has been
 * taken, and rejects a page with a block whose destination is now blocked.
 */
export async function restoreBio(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Bio> {
  return inTransaction(app, async (app) => {
    await undeleteLink(app, viewer, { id, purpose: 'bio' });
    const bio = await getBio(app, viewer, id);
    for (const block of await listBlocks(app, id)) await refuseHarmfulBlock(app, block);
    await publishLinkChange(app, bio);
    await publishBioChange(app, id);
    return bio;
  });
}
