import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Campaign, CampaignInput } from './campaign.ts';
import { campaignTaken } from './queries.ts';
import { readCampaign } from './read-campaign.ts';
import { readCampaignName, readSlug } from './texts.ts';

/** Changes what is given of a campaign of the viewer's. An address with a slug that was given up leads nowhere. */
export async function updateCampaign(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: CampaignInput,
): Promise<Campaign> {
  return inTransaction(app, async (app) => {
    await lockRow(app, 'links.campaign', id);
    const before = await readCampaign(app, viewer, id);
    const campaign: Campaign = {
      id,
      name: change.name === undefined ? before.name : readCampaignName(change.name),
      slug: change.slug?.trim() ? readSlug(change.slug) : before.slug,
      isPublic: change.isPublic ?? before.isPublic,
    };
    await store(app, campaign);
    return campaign;
  });
}

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
