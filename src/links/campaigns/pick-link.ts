import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import type { Link } from '../record/link.ts';
import { selectOpenLinks } from './queries.ts';

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
