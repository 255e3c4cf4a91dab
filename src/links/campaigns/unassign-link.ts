import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readCampaign } from './read-campaign.ts';

/** Takes a link out of a campaign of the viewer's; the link itself stays. */
export async function unassignLink(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  campaignId: string,
  linkId: string,
): Promise<void> {
  await readCampaign(app, viewer, campaignId);
  await app.db
    .updateTable('links.link')
    .set({ campaign_id: null })
    .where('id', '=', linkId)
    .where('campaign_id', '=', campaignId)
    .execute();
}
