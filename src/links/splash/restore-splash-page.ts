import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';
import { readSplashPage } from './queries.ts';
import type { SplashPage } from './splash-page.ts';

/** Brings a deleted splash page of the viewer's back, for the links that led over it too. */
export async function restoreSplashPage(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<SplashPage> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.splash_page')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute();
    const page = await readSplashPage(app, viewer, id);
    if (page.content.buttonAddress) await refuseHarmful(app, 'url', page.content.buttonAddress);
    return page;
  });
}
