import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { randomAlias } from '../record/fields/alias.ts';
import type { Campaign, CampaignInput } from './campaign.ts';
import { campaignTaken } from './queries.ts';
import { parseCampaignName, parseSlug, slugOf } from './texts.ts';

/** Length of the random suffix that makes a suggested name or slug unique. */
const endLength = 5;

/**
 * Creates a campaign. Rejects a name that the viewer already uses and a slug that is taken, also for
 * concurrent requests. An omitted name or slug is generated.
 */
export async function addCampaign(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: CampaignInput,
): Promise<Campaign> {
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
}

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
