import { sql } from 'kysely';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { lengthOf, normalize, toLine } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Config } from '../../platform/settings/config.ts';
import { verb } from '../../platform/app.ts';
import { isAlias, randomAlias } from '../link/fields.ts';
import { lenientBoolean, looseText, NumberOrText } from '../loose-values.ts';
import { type Editor, refuseLinksOfOtherDomains } from '../link/rights.ts';
import { fieldsOf } from '../owned/fields.ts';
import { declareKind, getOwned, type ObjectOf } from '../owned/owned.ts';

const slugBody = looseText(
  'Part of the rotator URL. Blank: derived from the name when created, unchanged when updated',
);
const publicBody = lenientBoolean('Whether the rotator and the list of links are public');

const campaignFields = fieldsOf({
  name: {
    column: 'name',
    label: msg('Name'),
    placeholder: msg('Spring sale'),
    control: { maxlength: 100 },
    body: {
      new: looseText('Blank: generated'),
      change: NumberOrText('2 to 100 characters, unique among your campaigns'),
    },
    parse: parseCampaignName,
    initial: (_known, { slug }) =>
      `Campaign ${typeof slug === 'string' && slug.trim() ? parseSlug(slug) : randomAlias(endLength)}`,
  },
  slug: {
    column: 'slug',
    label: msg('Rotator URL'),
    hint: (before) =>
      before
        ? t('The old rotator URL stops working immediately.')
        : t('Leave empty to generate it from the name.'),
    isOptional: true,
    omitsBlank: 'always',
    prefix: ({ hopUrl }) => `${hopUrl.replace(/^https?:\/\//, '')}/r/`,
    control: { maxlength: 60, mono: true, placeholder: 'spring-sale' },
    body: { new: slugBody, change: slugBody },
    parse: parseSlug,
    initial: ({ name }) => campaignSlug(String(name)),
  },
  isPublic: {
    isFlag: true,
    column: 'published_at',
    name: 'public',
    label: msg('Public'),
    hint: () => t('Anyone can use the rotator and see the list of links.'),
    body: { new: publicBody, change: publicBody },
  },
});

/** Links of one owner that share one address. */
export type Campaign = ObjectOf<typeof campaignFields>;

/** Length of the random suffix that makes a suggested name or slug unique. */
const endLength = 5;

/** After an update, addresses with the previous slug no longer work. */
export const ownedCampaigns = declareKind({
  feature: 'campaigns',
  table: 'links.campaign',
  name: msg('Campaign'),
  fields: campaignFields,
  uses: sql<number>`(
    select count(*)::float8 from links.link where link.campaign_id = own.id and link.deleted_at is null
  )`,
  order: sql`own.id desc`,
  // Clients expect status 400 here, not a conflict.
  unique: {
    campaign_name: () => invalid('name', msg('You already have a campaign with this name.')),
    campaign_slug: ({ slug }) => invalid('slug', msg('“{slug}” is taken. Choose another slug.', { slug })),
  },
  takenSince: () =>
    invalid('name', msg('Another campaign now uses its name or slug. Rename that one first.')),
  // A slug that was derived from the name gets a suffix if it is taken.
  retry: (error, values, { slug }) =>
    slug?.trim() || !isDuplicate(error, 'campaign_slug')
      ? undefined
      : { ...values, slug: `${values.slug}-${randomAlias(endLength)}` },
});

/** Returns the address that redirects to one of the campaign's links. */
export const rotatorAddress = ({ hopUrl }: Pick<Config, 'hopUrl'>, { slug }: Pick<Campaign, 'slug'>) =>
  `${hopUrl}/r/${encodeURIComponent(slug)}`;

/** Returns the address of the page that lists the campaign's links. */
export const campaignListAddress = (
  { hopUrl }: Pick<Config, 'hopUrl'>,
  owner: { username: string },
  { id, slug }: Pick<Campaign, 'id' | 'slug'>,
) => `${hopUrl}/u/${encodeURIComponent(owner.username)}/${encodeURIComponent(slug)}-${id}`;

/** Adds one of the viewer's links to one of their campaigns, and removes it from its previous campaign. */
export const assignLink = verb(
  { name: 'campaigns.assign', who: 'member' },
  async (app, viewer: Editor, campaignId: string, linkId: string): Promise<void> => {
    await getOwned(app, viewer, ownedCampaigns, campaignId);
    await refuseLinksOfOtherDomains(app, viewer, [linkId]);
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
    if (!assigned) throw missing(msg('Link'));
  },
);

/** Removes a link from one of the viewer's campaigns. The link is not deleted. */
export const removeFromCampaign = verb(
  { name: 'campaigns.unassign', who: 'member' },
  async (app, viewer: Editor, campaignId: string, linkId: string): Promise<void> => {
    await getOwned(app, viewer, ownedCampaigns, campaignId);
    await refuseLinksOfOtherDomains(app, viewer, [linkId]);
    await app.db
      .updateTable('links.link')
      .set({ campaign_id: null })
      .where('id', '=', linkId)
      .where('campaign_id', '=', campaignId)
      .execute();
  },
);

const shortest = 2;
const longestName = 100;
const longestSlug = 60;

/** Validates the name of a campaign, a single line of text. */
function parseCampaignName(text: string): string {
  const name = toLine(text);
  const length = lengthOf(name);
  if (length < shortest)
    throw invalid('name', msg('A campaign name must have at least {shortest} characters', { shortest }));
  if (length > longestName)
    throw invalid('name', msg('A campaign name can have at most {longestName} characters', { longestName }));
  return name;
}

/** Validates a custom slug and normalizes it to NFC. */
export function parseSlug(text: string): string {
  const slug = normalize(text.trim(), 'NFC');
  const length = lengthOf(slug);
  if (length < shortest)
    throw invalid('slug', msg('A slug must have at least {shortest} characters', { shortest }));
  if (length > longestSlug)
    throw invalid('slug', msg('A slug can have at most {longestSlug} characters', { longestSlug }));
  if (!isAlias(slug))
    throw invalid('slug', msg('A slug can contain letters, digits, hyphens and underscores'));
  return slug;
}

/** Returns the slug for a name, such as `spring-sale` for `Spring sale!`. */
export function campaignSlug(name: string): string {
  const words =
    normalize(name, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, 40).join('').replace(/-$/, '');
  return slug.length < shortest ? 'campaign' : slug;
}
