import { t } from '../../kernel/translation/translate.ts';
import { isLive } from '../../identity/account/people.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Link } from '../record/link.ts';
import type { Campaign } from './campaign.ts';
import { selectCampaigns, selectOpenLinks } from './queries.ts';

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
