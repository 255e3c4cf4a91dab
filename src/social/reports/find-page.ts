import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isOpenPage } from '../access/is-open-page.ts';

/** A page as shown in a report. The owner is only for moderators. */
interface ReportedPage {
  ownerId: string;
  username: string;
  title: string;
  about: string;
}

/** Returns a public page. Blocks between people do not affect pages. */
export async function findPage({ db }: App, id: string): Promise<ReportedPage> {
  const page = await db
    .selectFrom('social.page as page')
    .innerJoin('identity.account as owner', 'owner.id', 'page.owner_id')
    .where('page.id', '=', id)
    .where(isOpenPage('page'))
    .select(['owner.id as ownerId', 'page.username', 'page.title', 'page.about'])
    .executeTakeFirst();
  if (!page) throw missing(t('Page'));
  return page;
}
