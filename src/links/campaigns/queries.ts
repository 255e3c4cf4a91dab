import { msg, t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Owned } from '../owned/owned.ts';
import { selectLinks } from '../record/queries.ts';
import type { Campaign } from './campaign.ts';

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
