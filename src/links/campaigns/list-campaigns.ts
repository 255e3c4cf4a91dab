import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import type { Campaign } from './campaign.ts';
import { selectCampaigns } from './queries.ts';

export interface ListedCampaign extends Campaign {
  /** Number of links in the campaign. */
  links: number;
}

/** Returns one page of the viewer's campaigns, newest first. */
export const listCampaigns = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectCampaigns(app).where('campaign.account_id', '=', viewer.id), page, (own) =>
    own.select(countLinks.as('links')).orderBy('campaign.id', 'desc'),
  );

const countLinks = sql<number>`(
  select count(*)::float8 from links.link where link.campaign_id = campaign.id and link.deleted_at is null
)`;
