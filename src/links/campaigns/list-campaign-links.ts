import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../platform/database/get-page.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import type { ListedLink } from '../record/listing/list-links.ts';
import { selectLinks } from '../record/queries.ts';
import type { Campaign } from './campaign.ts';
import { ownedCampaigns } from './queries.ts';

/** Returns one page of the links in one of the viewer's campaigns, newest first. */
export async function listCampaignLinks(
  app: Pick<App, 'db'>,
  viewer: Owner,
  campaignId: string,
  page: PageNumber,
): Promise<PageOfRows<ListedLink> & { campaign: Campaign }> {
  const campaign = await getOwned(app, viewer, ownedCampaigns, campaignId);
  const inside = selectLinks(app).where('link.campaign_id', '=', campaignId);
  const listed = await getPage(inside, page, (links) =>
    links
      .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
      .select(sql<number>`coalesce(total.clicks, 0)::float8`.as('clicks'))
      .orderBy('link.id', 'desc'),
  );
  return { campaign, ...listed };
}
