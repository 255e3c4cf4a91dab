import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { requestClosing } from '../../identity/closing/closing.ts';
import { clearSessionCookies } from '../../identity/sessions/session-cookies.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { refused } from '../../web/refused.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { listExports, openExport, requestExport } from '../../identity/exports/exports.ts';
import { plazaExport } from './data/plaza-export.ts';
import { getStorageUsage } from '../uploads/storage.ts';
import { dataView } from './views/data-view.ts';

const path = '/settings/data';

/** Taking one's data along, and having it deleted. Always one's own. */
export const dataPages = [
  page({ method: 'GET', path, access: 'member', handle: ({ app, viewer }) => show(app, viewer) }),
  page({
    method: 'POST',
    path: `${path}/exports`,
    access: 'member',
    limit: { by: ['account'], calls: 5, within: hours(24) },
    handle: async ({ app, viewer }) => {
      await requestExport(app, plazaExport, viewer);
      return redirect(path, {
        kind: 'success',
        text: 'It is being put together. You get a mail when it is ready.',
      });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/exports/:id`,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { stream, size } = await openExport(app, plazaExport, viewer, params.id);
      const day = app.clock.now().toISOString().slice(0, 10);
      return {
        type: 'application/zip',
        body: stream,
        headers: {
          'content-length': String(size),
          'content-disposition': `attachment; filename="plaza-${viewer.username}-${day}.zip"`,
          'cache-control': 'private, no-store',
        },
      };
    },
  }),
  page({
    method: 'POST',
    path: `${path}/delete-account`,
    access: 'member',
    body: Type.Object({ current: Type.String({ maxLength: 300, default: '' }) }),
    handle: async ({ app, viewer, client, body }) => {
      await requestClosing(app, viewer.id, 'account', { password: body.current, device: client });
      clearSessionCookies(client);
      return redirect('/', {
        kind: 'info',
        text: 'Your account will be deleted. To keep it, sign in again and press “Keep account”.',
      });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, refused({ current: '', ...body }, problem)),
  }),
];

async function show(app: App, viewer: Viewer, state: FormState = {}): Promise<View> {
  return dataView({
    now: app.clock.now(),
    days: app.config.CLOSING_DAYS,
    exports: await listExports(app, plazaExport, viewer),
    storage: { bytes: await getStorageUsage(app, viewer), quota: app.config.STORAGE_QUOTA_MIB * 1024 ** 2 },
    hopUrl: app.config.hopUrl,
    state,
  });
}
