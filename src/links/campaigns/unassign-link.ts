import type { App } from '../../platform/app.ts';
import { readOwned, type Owner } from '../owned/owned.ts';
import { ownedCampaigns } from './queries.ts';

/** Takes a link out of a campaign of the viewer's; the link itself stays. */
export async function unassignLink(
  app: Pick<App, 'db'>,
  viewer: Owner,
  campaignId: string,
  linkId: string,
): Promise<void> {
  await readOwned(app, viewer, ownedCampaigns, campaignId);
  await app.db
    .updateTable('links.link')
    .set({ campaign_id: null })
    .where('id', '=', linkId)
    .where('campaign_id', '=', campaignId)
    .execute();
}
