import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Campaign } from './campaign.ts';
import { findCampaignOf } from './queries.ts';

/** A campaign of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export async function readCampaign(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Campaign> {
  const campaign = await findCampaignOf(app, viewer.id, id);
  if (!campaign) throw missing('Campaign');
  return campaign;
}
