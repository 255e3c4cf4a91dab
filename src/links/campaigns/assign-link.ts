import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import { ownedCampaigns } from './queries.ts';

/** Adds one of the viewer's links to one of their campaigns, and removes it from its previous campaign. */
export async function assignLink(
  app: Pick<App, 'db'>,
  viewer: Owner,
  campaignId: string,
  linkId: string,
): Promise<void> {
  await getOwned(app, viewer, ownedCampaigns, campaignId);
  const assigned = await app.db
    .updateTable('links.link')
    .set({ campaign_id: campaignId })
    .where('id', '=', linkId)
    .where('account_id', '=', viewer.id)
    // A rotator redirects to destinations, so bio pages and QR codes are excluded.
    .where('purpose', '=', 'link')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!assigned) throw missing(t('Link'));
}
