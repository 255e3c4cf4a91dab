import { t } from '../../kernel/translation/translate.ts';
import { dataPages, Password } from '../../identity/data-pages.ts';
import {
  cancelAccountDeletion,
  listAccountDeletions,
  requestAccountDeletion,
} from '../../identity/account-deletion/account-deletion.ts';
import { listExports } from '../../identity/exports/exports.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { View } from '../../web/view.ts';
import { hopExport } from './hop-export.ts';
import { dataPath, dataView } from './views/data-view.ts';

/** Export and deletion of the viewer's own data. */
export const hopDataPages = [
  ...dataPages({
    path: dataPath,
    service: hopExport,
    show: (app, viewer, account) => show(app, viewer, { account }),
  }),
  page({
    method: 'POST',
    path: `${dataPath}/delete-links`,
    access: 'member',
    body: Password,
    handle: async ({ app, viewer, client, body }) => {
      await requestAccountDeletion(app, viewer.id, 'links', { password: body.current, device: client });
      return redirect(dataPath, {
        kind: 'info',
        text: t('Your short links will be deleted. You can still cancel the deletion.'),
      });
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, { links: refused({ current: '', ...body }, problem) }),
  }),
  page({
    method: 'POST',
    path: `${dataPath}/keep-links`,
    access: 'member',
    handle: async ({ app, viewer }) => {
      const was = await cancelAccountDeletion(app, viewer.id, 'links');
      return redirect(dataPath, {
        kind: 'success',
        text: was ? t('Deletion of your short links canceled.') : t('No deletion was scheduled.'),
      });
    },
  }),
];

async function show(
  app: App,
  viewer: Viewer,
  { links = {}, account = {} }: { links?: FormState | undefined; account?: FormState | undefined },
): Promise<View> {
  return dataView({
    now: app.clock.now(),
    days: app.config.ACCOUNT_DELETION_DAYS,
    exports: await listExports(app, hopExport, viewer),
    deletions: await listAccountDeletions(app, viewer.id),
    links,
    account,
  });
}
