import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readSplashPage } from './queries.ts';
import type { SplashPage } from './splash-page.ts';

/** Brings a deleted splash page of the viewer's back, for the links that led over it too. */
export async function restoreSplashPage(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<SplashPage> {
  await app.db
    .updateTable('links.splash_page')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .execute();
  return readSplashPage(app, viewer, id);
}
