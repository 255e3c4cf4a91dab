import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { emptySplash, type SplashContent, type SplashPage } from './splash-page.ts';

/** Splash pages that are there (not deleted). */
export const selectSplashPages = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.splash_page as splash')
    .where('splash.deleted_at', 'is', null)
    .select(['splash.id', 'splash.name', 'splash.created_at as createdAt'])
    .select((row) => row.ref('splash.content').$castTo<Partial<SplashContent>>().as('content'));

export const toSplashPage = <Row extends { content: Partial<SplashContent> }>(row: Row) => ({
  ...row,
  content: { ...emptySplash, ...row.content },
});

/** A splash page of this account, or nothing: what belongs to others looks as if it were not there. */
export async function findSplashPageOf(
  app: Pick<App, 'db'>,
  accountId: string,
  id: string,
): Promise<SplashPage | undefined> {
  const row = await selectSplashPages(app)
    .where('splash.account_id', '=', accountId)
    .where('splash.id', '=', id)
    .executeTakeFirst();
  return row && toSplashPage(row);
}

export async function readSplashPage(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<SplashPage> {
  const page = await findSplashPageOf(app, viewer.id, id);
  if (!page) throw missing('Splash page');
  return page;
}
