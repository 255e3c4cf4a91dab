import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Campaign } from './campaign.ts';
import { selectCampaigns } from './queries.ts';

export interface ListedCampaign extends Campaign {
  /** How many links are in it. */
  links: number;
}

/** One page of the viewer's campaigns, newest first, and how many there are in all. */
export async function listCampaigns(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ campaigns: ListedCampaign[]; total: number }> {
  const own = selectCampaigns(app).where('campaign.account_id', '=', viewer.id);
  const campaigns = await own
    .select(countLinks.as('links'))
    .orderBy('campaign.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await own
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { campaigns, total };
}

const countLinks = sql<number>`(
  select count(*)::float8 from links.link where link.campaign_id = campaign.id and link.deleted_at is null
)`;
