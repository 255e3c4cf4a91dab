import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { ListedLink } from '../record/listing/list-links.ts';
import { selectLinks } from '../record/queries.ts';
import type { Campaign } from './campaign.ts';
import { readCampaign } from './read-campaign.ts';

/** One page of the links in a campaign of the viewer's, newest first, and how many there are in all. */
export async function listCampaignLinks(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  campaignId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ campaign: Campaign; links: ListedLink[]; total: number }> {
  const campaign = await readCampaign(app, viewer, campaignId);
  const inside = selectLinks(app).where('link.campaign_id', '=', campaignId);
  const links = await inside
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select(sql<number>`coalesce(total.clicks, 0)::float8`.as('clicks'))
    .orderBy('link.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await inside
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { campaign, links, total };
}
