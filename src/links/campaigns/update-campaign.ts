import type { App } from '../../platform/app.ts';
import { changeOwned, type Owner } from '../owned/owned.ts';
import type { Campaign, CampaignInput } from './campaign.ts';
import { campaignTaken, ownedCampaigns } from './queries.ts';
import { parseCampaignName, parseSlug } from './texts.ts';

/**
 * Updates the given fields of one of the viewer's campaigns. Addresses with the previous slug no longer work.
 */
export const updateCampaign = (
  app: App,
  viewer: Owner,
  id: string,
  change: CampaignInput,
): Promise<Campaign> =>
  changeOwned(app, viewer, ownedCampaigns, id, async (app, before) => {
    const campaign: Campaign = {
      id,
      name: change.name === undefined ? before.name : parseCampaignName(change.name),
      slug: change.slug?.trim() ? parseSlug(change.slug) : before.slug,
      isPublic: change.isPublic ?? before.isPublic,
    };
    await store(app, campaign);
    return campaign;
  });

async function store({ db, clock }: App, campaign: Campaign): Promise<void> {
  const { id, name, slug, isPublic } = campaign;
  await db
    .updateTable('links.campaign')
    .set({ name, slug, published_at: isPublic ? clock.now() : null })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw campaignTaken(error, campaign);
    });
}
