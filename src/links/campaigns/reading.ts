import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import { invalid, missing } from '../../kernel/problem.ts';
import { msg, t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../platform/database/paging.ts';
import { getOwned, type Owned, type Owner } from '../owned/owned.ts';
import { type Link, selectLinks } from '../link/link.ts';
import type { ListedLink } from '../link/list-links.ts';
import type { Campaign } from './campaigns.ts';

/** Selects campaigns that are not deleted, with all fields of `Campaign`. */
export const selectCampaigns = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.campaign as campaign')
    .where('campaign.deleted_at', 'is', null)
    .select([
      'campaign.id',
      'campaign.name',
      'campaign.slug',
      sql<boolean>`campaign.published_at is not null`.as('isPublic'),
    ]);

export const ownedCampaigns: Owned<Campaign> = {
  feature: 'campaigns',
  table: 'links.campaign',
  name: msg('Campaign'),
  find: (app, accountId, id) =>
    selectCampaigns(app)
      .where('campaign.account_id', '=', accountId)
      .where('campaign.id', '=', id)
      .executeTakeFirst(),
  restoreProblem: (error) =>
    isDuplicate(error)
      ? invalid('name', t('Another campaign now uses its name or slug. Rename that one first.'))
      : undefined,
};

/**
 * Converts a unique violation on the name or slug to a `Problem`. Clients expect status 400 here, not a
 * conflict.
 */
export function campaignTaken(error: unknown, { slug }: Pick<Campaign, 'slug'>): unknown {
  if (isDuplicate(error, 'campaign_name'))
    return invalid('name', t('You already have a campaign with this name.'));
  if (isDuplicate(error, 'campaign_slug'))
    return invalid('slug', t('“{slug}” is taken. Choose another slug.', { slug }));
  return error;
}

/** Selects active links: not disabled, suspended or expired. */
export const selectOpenLinks = (app: Pick<App, 'db' | 'clock'>) =>
  selectLinks(app)
    .where('link.disabled_at', 'is', null)
    .where('link.suspended_at', 'is', null)
    .where((row) =>
      row.or([row('link.expires_at', 'is', null), row('link.expires_at', '>', app.clock.now())]),
    );

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
  if (!found) throw missing(t('Campaign'));
  const { username: spelt, first_name, last_name, ...campaign } = found;
  const links = await selectOpenLinks(app)
    .where('link.campaign_id', '=', id)
    .where('link.visibility', '=', 'public')
    .orderBy('link.id', 'desc')
    .limit(maxLinks)
    .execute();
  return { ...campaign, owner: { username: spelt, name: `${first_name} ${last_name}`.trim() }, links };
}
