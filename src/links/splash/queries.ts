import { msg } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Owned } from '../owned/owned.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';
import { emptySplash, type SplashContent, type SplashPage } from './splash-page.ts';

/** Selects splash pages that are not deleted. */
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

/** Links with a deleted splash page show the default one until it is restored. */
export const ownedSplashPages: Owned<SplashPage> = {
  table: 'links.splash_page',
  name: msg('Splash page'),
  find: async (app, accountId, id) => {
    const row = await selectSplashPages(app)
      .where('splash.account_id', '=', accountId)
      .where('splash.id', '=', id)
      .executeTakeFirst();
    return row && toSplashPage(row);
  },
  checkRestored: async (app, { content: { buttonAddress } }) => {
    if (buttonAddress) await refuseHarmful(app, 'url', buttonAddress);
  },
};
