import { sql } from 'kysely';
import { invalid, missing } from '../../kernel/problem.ts';
import { lengthOf, normalize, toLine } from '../../kernel/text.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Config } from '../../platform/settings/config.ts';
import { changeOwned, getOwned, type Owner } from '../owned/owned.ts';
import { isAlias, randomAlias } from '../link/fields.ts';
import type { Link } from '../link/link.ts';
import { campaignTaken, ownedCampaigns, selectOpenLinks } from './reading.ts';
import { verb } from '../../platform/verb.ts';

/** Links of one owner that share one address. */
export interface Campaign {
  /** Digits. */
  id: string;
  name: string;
  slug: string;
  /** Whether its rotator and its list are public. */
  isPublic: boolean;
}

/**
 * Editable fields of a campaign. Omitted or blank fields are generated for a new campaign and unchanged on
 * update.
 */
export interface CampaignInput {
  name?: string | undefined;
  slug?: string | undefined;
  isPublic?: boolean | undefined;
}

/** Returns the address that redirects to one of the campaign's links. */
export const rotatorAddress = ({ hopUrl }: Pick<Config, 'hopUrl'>, { slug }: Pick<Campaign, 'slug'>) =>
  `${hopUrl}/r/${encodeURIComponent(slug)}`;

/** Returns the address of the page that lists the campaign's links. */
export const listAddress = (
  { hopUrl }: Pick<Config, 'hopUrl'>,
  owner: { username: string },
  { id, slug }: Pick<Campaign, 'id' | 'slug'>,
) => `${hopUrl}/u/${encodeURIComponent(owner.username)}/${encodeURIComponent(slug)}-${id}`;

/** Length of the random suffix that makes a suggested name or slug unique. */
const endLength = 5;

/**
 * Creates a campaign. Rejects a name that the viewer already uses and a slug that is taken, also for
 * concurrent requests. An omitted name or slug is generated.
 */
export const addCampaign = verb(
  { name: 'campaigns.add', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, input: CampaignInput): Promise<Campaign> => {
    const slug = input.slug?.trim() ? parseSlug(input.slug) : undefined;
    const name = input.name?.trim()
      ? parseCampaignName(input.name)
      : `Campaign ${slug ?? randomAlias(endLength)}`;
    const isPublic = input.isPublic ?? false;
    if (slug !== undefined) return insert(app, viewer, { name, slug, isPublic });
    const suggested = slugOf(name);
    return insert(app, viewer, { name, slug: suggested, isPublic }, (error) => {
      if (!isDuplicate(error, 'campaign_slug')) throw campaignTaken(error, { slug: suggested });
      return insert(app, viewer, { name, slug: `${suggested}-${randomAlias(endLength)}`, isPublic });
    });
  },
);

async function insert(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  campaign: Omit<Campaign, 'id'>,
  refused = (error: unknown): Promise<Campaign> => {
    throw campaignTaken(error, campaign);
  },
): Promise<Campaign> {
  const { name, slug, isPublic } = campaign;
  const now = app.clock.now();
  const row = {
    account_id: viewer.id,
    name,
    slug,
    published_at: isPublic ? now : null,
    created_at: now,
  };
  return inTransaction(app, ({ db }) =>
    db.insertInto('links.campaign').values(row).returning('id').executeTakeFirstOrThrow(),
  ).then(({ id }) => ({ ...campaign, id }), refused);
}

/**
 * Updates the given fields of one of the viewer's campaigns. Addresses with the previous slug no longer work.
 */
export const updateCampaign = verb(
  { name: 'campaigns.update', who: 'member' },
  (app, viewer: Owner, id: string, change: CampaignInput): Promise<Campaign> =>
    changeOwned(app, viewer, ownedCampaigns, id, async (app, before) => {
      const campaign: Campaign = {
        id,
        name: change.name === undefined ? before.name : parseCampaignName(change.name),
        slug: change.slug?.trim() ? parseSlug(change.slug) : before.slug,
        isPublic: change.isPublic ?? before.isPublic,
      };
      await store(app, campaign);
      return campaign;
    }),
);

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

const shortest = 2;
const longestName = 100;
const longestSlug = 60;

/** Validates the name of a campaign, a single line of text. */
function parseCampaignName(text: string): string {
  const name = toLine(text);
  const length = lengthOf(name);
  if (length < shortest)
    throw invalid('name', t('A campaign name must have at least {shortest} characters', { shortest }));
  if (length > longestName)
    throw invalid('name', t('A campaign name can have at most {longestName} characters', { longestName }));
  return name;
}

/** Validates a custom slug and normalizes it to NFC. */
export function parseSlug(text: string): string {
  const slug = normalize(text.trim(), 'NFC');
  const length = lengthOf(slug);
  if (length < shortest)
    throw invalid('slug', t('A slug must have at least {shortest} characters', { shortest }));
  if (length > longestSlug)
    throw invalid('slug', t('A slug can have at most {longestSlug} characters', { longestSlug }));
  if (!isAlias(slug)) throw invalid('slug', t('A slug can contain letters, digits, hyphens and underscores'));
  return slug;
}

/** Returns the slug for a name, such as `spring-sale` for `Spring sale!`. */
export function slugOf(name: string): string {
  const words =
    normalize(name, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, 40).join('').replace(/-$/, '');
  return slug.length < shortest ? 'campaign' : slug;
}

/** Adds one of the viewer's links to one of their campaigns, and removes it from its previous campaign. */
export const assignLink = verb(
  { name: 'campaigns.assign', who: 'member' },
  async (app, viewer: Owner, campaignId: string, linkId: string): Promise<void> => {
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
  },
);

/** Removes a link from one of the viewer's campaigns. The link is not deleted. */
export const unassignLink = verb(
  { name: 'campaigns.unassign', who: 'member' },
  async (app, viewer: Owner, campaignId: string, linkId: string): Promise<void> => {
    await getOwned(app, viewer, ownedCampaigns, campaignId);
    await app.db
      .updateTable('links.link')
      .set({ campaign_id: null })
      .where('id', '=', linkId)
      .where('campaign_id', '=', campaignId)
      .execute();
  },
);

/** Returns a random active link of the public campaign with this slug. All links are equally likely. */
export async function pickLink(app: Pick<App, 'db' | 'clock'>, slug: string): Promise<Link> {
  const link = await selectOpenLinks(app)
    .innerJoin('links.campaign as campaign', 'campaign.id', 'link.campaign_id')
    .where(sql<boolean>`lower(campaign.slug) = lower(${normalize(slug, 'NFC')})`)
    .where('campaign.deleted_at', 'is', null)
    .where('campaign.published_at', 'is not', null)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst();
  if (!link) throw missing(t('Campaign'));
  return link;
}
