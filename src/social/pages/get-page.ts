import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { isOpenPage, type SocialPage } from '../access/page.ts';
import { selectPages, toPage } from './select-pages.ts';

type PageBy = { id: string } | { username: string };

/**
 * Returns a page by id or username. Held and suspended pages are visible only to their team and moderators.
 */
export async function getPage(
  app: Pick<App, 'db' | 'files'>,
  viewer: Viewer | undefined,
  by: PageBy,
): Promise<SocialPage> {
  const row = await selectPages(app, viewer)
    .where((eb) =>
      'id' in by ? eb('page.id', '=', by.id) : eb(sql`lower(page.username)`, '=', by.username.toLowerCase()),
    )
    .executeTakeFirst();
  const page = row && toPage(app, row);
  const isShut = page !== undefined && !page.isOpen;
  if (!page || (isShut && page.role === null && !may(viewer, 'moderate') && !may(viewer, 'operate')))
    throw missing(t('Page'));
  return page;
}

/** Returns the current username of a page with a former one, if any. */
export async function findPresentName({ db }: Pick<App, 'db'>, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('social.page_former_name as former')
    .innerJoin('social.page as page', 'page.id', 'former.page_id')
    .where('former.name', '=', name.toLowerCase())
    .where(isOpenPage('page'))
    .select('page.username')
    .executeTakeFirst();
  return found?.username;
}
