import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { OAuthApp } from './oauth-app.ts';
import { selectApps, selectOwnApp } from './queries.ts';

/** Returns the viewer's own apps, newest first. The limit per account fits on one page. */
export const listApps = (app: App, viewer: Pick<Viewer, 'id'>): Promise<OAuthApp[]> =>
  selectApps(app).where('owner_id', '=', viewer.id).orderBy('oauth_app.id', 'desc').execute();

export async function getApp(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<OAuthApp> {
  const found = await selectOwnApp(app, viewer.id, id).executeTakeFirst();
  if (!found) throw missing(t('App'));
  return found;
}
