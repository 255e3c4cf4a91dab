import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Campaign } from './campaign.ts';
import { readCampaign } from './read-campaign.ts';

/** Brings a deleted campaign of the viewer's back, with the links that were in it. */
export async function restoreCampaign(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Campaign> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.campaign')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? takenMeanwhile() : error;
      });
    return readCampaign(app, viewer, id);
  });
}

const takenMeanwhile = () =>
  invalid('name', 'Another campaign has its name or slug by now; change that one first');
