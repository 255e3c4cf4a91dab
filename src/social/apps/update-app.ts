import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { removePicture } from '../../platform/pictures.ts';
import { parseAppDetails } from './app-details.ts';
import type { AppDetails } from './oauth-app.ts';
import { selectOwnApp } from './queries.ts';
import { getReservedNames } from './reserved-names.ts';
import { storeIcon } from './store-icon.ts';

/** Updates an app of the viewer. A new icon replaces the old one. */
export async function updateApp(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  given: AppDetails,
  files: readonly Upload[] = [],
): Promise<void> {
  if (!(await selectOwnApp(app, viewer.id, id).executeTakeFirst())) throw missing(t('App'));
  const { name, domain, redirectUrl, description, category } = parseAppDetails(
    given,
    await getReservedNames(app),
  );
  const icon = await storeIcon(app, viewer, files);
  const replaced = await inTransaction(app, async (app) => {
    const before = await selectOwnApp(app, viewer.id, id).forUpdate().executeTakeFirst();
    if (!before) throw missing(t('App'));
    await app.db
      .updateTable('social.oauth_app')
      .set({ name, domain, redirect_url: redirectUrl, description, category, ...(icon && { icon }) })
      .where('id', '=', id)
      .execute();
    // People consented to the former redirect URL. A new URL requires consent again.
    if (before.redirectUrl !== redirectUrl)
      await app.db.deleteFrom('social.oauth_grant').where('app_id', '=', id).execute();
    return before.icon;
  });
  if (icon !== undefined && replaced !== null) await removePicture(app, replaced);
}
