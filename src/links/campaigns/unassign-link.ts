import type { App } from '../../platform/app.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import { ownedCampaigns } from './queries.ts';

/** Removes a link from one of the viewer's campaigns. The link is not deleted. */
export async function unassignLink(
  app: Pick<App, 'db'>,
  viewer: Owner,
  campaignId: string,
  linkId: string,
): Promise<void> {
  await getOwned(app, viewer, ownedCampaigns, campaignId);
  await app.db
    .updateTable('links.link')
    .set({ campaign_id: null })
    .where('id', '=', linkId)
    .where('campaign_id', '=', campaignId)
    .execute();
}
