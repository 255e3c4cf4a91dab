import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect, type Page } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { View } from '../../web/view.ts';
import { requestAccountDeletion } from '../account-deletion/account-deletion.ts';
import { openExport, requestExport } from '../exports/exports.ts';
import type { ExportedService } from '../exports/service.ts';
import { clearBrowser } from '../sessions/session-cookies.ts';

interface DataPage {
  path: string;
  service: ExportedService;
  /** Renders the page. `account` is the rejected state of the form that deletes the account. */
  show: (app: App, viewer: Viewer, account?: FormState) => Promise<View>;
}

export const Password = Type.Object({ current: Type.String({ maxLength: 300, default: '' }) });

/** Pages to download one's data and delete one's account. */
export const dataPages = ({ path, service, show }: DataPage): Page[] => [
  page({ method: 'GET', path, access: 'member', handle: ({ app, viewer }) => show(app, viewer) }),
  page({
    method: 'POST',
    path: `${path}/exports`,
    access: 'member',
    limit: { by: ['account'], calls: 5, within: hours(24) },
    handle: async ({ app, viewer }) => {
      await requestExport(app, service, viewer);
      return redirect(path, {
        kind: 'success',
        text: t('Preparing your download. You’ll get an email when it’s ready.'),
      });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/exports/:id`,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { stream, size } = await openExport(app, service, viewer, params.id);
      const day = app.clock.now().toISOString().slice(0, 10);
      const fileName = `${service.name.toLowerCase()}-${viewer.username}-${day}.zip`;
      return {
        type: 'application/zip',
        body: stream,
        headers: {
          'content-length': String(size),
          'content-disposition': `attachment; filename="${fileName}"`,
          'cache-control': 'private, no-store',
        },
      };
    },
  }),
  page({
    method: 'POST',
    path: `${path}/delete-account`,
    access: 'member',
    body: Password,
    handle: async ({ app, viewer, client, body }) => {
      await requestAccountDeletion(app, viewer.id, 'account', { password: body.current, device: client });
      clearBrowser(client);
      return redirect('/', {
        kind: 'info',
        text: t('Your account will be deleted. To keep it, sign in again and press “Keep account”.'),
      });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, refused({ current: '', ...body }, problem)),
  }),
];
