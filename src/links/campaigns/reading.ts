import { sql } from 'kysely';
import { normalize } from '../../kernel/text.ts';
import { isLive } from '../../identity/account/people.ts';
import { missing, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getNumberedPage, type PageNumber, type PageOfRows } from '../../platform/database/queries.ts';
import { type Followable, hidesReferrer } from '../forward.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import { type Link, selectLinks } from '../link/link.ts';
import type { ListedLink } from '../link/list-links.ts';
import { type Campaign, ownedCampaigns } from './campaigns.ts';

/** Selects campaigns that are not deleted, with all fields of `Campaign`. */
const selectCampaigns = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.campaign as campaign')
    .where('campaign.deleted_at', 'is', null)
    .select([
      'campaign.id',
      'campaign.name',
      'campaign.slug',
      'campaign.created_at as createdAt',
      sql<boolean>`campaign.published_at is not null`.as('isPublic'),
    ]);

/** Selects active links: not disabled, suspended or expired. */
const selectOpenLinks = (app: Pick<App, 'db' | 'clock'>) =>
  selectLinks(app)
    .where('link.disabled_at', 'is', null)
    .where('link.suspended_at', 'is', null)
    .where((row) =>
      row.or([row('link.expires_at', 'is', null), row('link.expires_at', '>', app.clock.now())]),
    );

/** Returns one page of the links in one of the viewer's campaigns, newest first. */
export async function listCampaignLinks(
  app: Pick<App, 'db'>,
  viewer: Owner,
  campaignId: string,
  page: PageNumber,
): Promise<PageOfRows<ListedLink> & { campaign: Campaign }> {
  const campaign = await getOwned(app, viewer, ownedCampaigns, campaignId);
  const inside = selectLinks(app).where('link.campaign_id', '=', campaignId);
  const listed = await getNumberedPage(inside, page, (links) =>
    links
      .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
      .select(sql<number>`coalesce(total.clicks, 0)::float8`.as('clicks'))
      .orderBy('link.id', 'desc'),
  );
  return { campaign, ...listed };
}

/** The public fields of a public campaign. */
export interface PublicCampaign extends Campaign {
  owner: { username: string; name: string };
  /** Newest first. Excludes the owner's private links. */
  links: Link[];
}

/** Maximum links on the public list. */
const maxLinks = 500;

/**
 * Returns a public campaign by id. Throws a `Problem` if it does not exist or belongs to a different user
 * name.
 */
export async function getPublicCampaign(
  app: Pick<App, 'db' | 'clock'>,
  username: string,
  id: string,
): Promise<PublicCampaign> {
  const found = await selectCampaigns(app)
    .innerJoin('identity.account as owner', 'owner.id', 'campaign.account_id')
    .where('campaign.id', '=', id)
    .where('campaign.published_at', 'is not', null)
    .where((row) => row(row.fn<string>('lower', ['owner.username']), '=', username.toLowerCase()))
    .where(isLive('owner'))
    .select(['owner.username', 'owner.first_name', 'owner.last_name'])
    .executeTakeFirst();
  if (!found) throw missing(msg('Campaign'));
  const { username: spelt, first_name, last_name, ...campaign } = found;
  const links = await selectOpenLinks(app)
    .where('link.campaign_id', '=', id)
    .where('link.visibility', '=', 'public')
    .orderBy('link.id', 'desc')
    .limit(maxLinks)
    .execute();
  return { ...campaign, owner: { username: spelt, name: `${first_name} ${last_name}`.trim() }, links };
}

/** Returns a random active link of the public campaign with this slug. All links are equally likely. */
export async function pickLink(app: Pick<App, 'db' | 'clock'>, slug: string): Promise<Link & Followable> {
  const link = await selectOpenLinks(app)
    .select(hidesReferrer)
    .innerJoin('links.campaign as campaign', 'campaign.id', 'link.campaign_id')
    .where(sql<boolean>`lower(campaign.slug) = lower(${normalize(slug, 'NFC')})`)
    .where('campaign.deleted_at', 'is', null)
    .where('campaign.published_at', 'is not', null)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst();
  if (!link) throw missing(msg('Campaign'));
  return link;
}
