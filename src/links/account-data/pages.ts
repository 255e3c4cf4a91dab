import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { hours } from '../../kernel/time.ts';
import { cancelClosing, listClosings, requestClosing } from '../../identity/closing/closing.ts';
import { clearSessionCookies } from '../../identity/sessions/session-cookies.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { refused } from '../../web/refused.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { listExports, openExport, requestExport } from '../../identity/exports/exports.ts';
import { hopExport } from './hop-export.ts';
import { dataView } from './views/data-view.ts';

const path = '/dashboard/data';
const Password = Type.Object({ current: Type.String({ maxLength: 300 }) });

/** Taking one's data along, and having it deleted. Always one's own. */
export const accountDataPages = [
  page({ method: 'GET', path, access: 'member', handle: ({ app, viewer }) => show(app, viewer) }),
  page({
    method: 'POST',
    path: `${path}/exports`,
    access: 'member',
    limit: { by: ['account'], calls: 5, within: hours(24) },
    handle: async ({ app, viewer }) => {
      await requestExport(app, hopExport, viewer);
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
      const { stream, size } = await openExport(app, hopExport, viewer, params.id);
      const day = app.clock.now().toISOString().slice(0, 10);
      return {
        type: 'application/zip',
        body: stream,
        headers: {
          'content-length': String(size),
          'content-disposition': `attachment; filename="hop-${viewer.username}-${day}.zip"`,
          'cache-control': 'private, no-store',
        },
      };
    },
  }),
  page({
    method: 'POST',
    path: `${path}/delete-links`,
    access: 'member',
    body: Password,
    handle: async ({ app, viewer, client, body }) => {
      await requestClosing(app, viewer.id, 'links', { password: body.current, device: client });
      return redirect(path, {
        kind: 'info',
        text: 'Your short links will be deleted. You can still keep them.',
      });
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, { links: refused({ current: '', ...body }, problem) }),
  }),
  page({
    method: 'POST',
    path: `${path}/keep-links`,
    access: 'member',
    handle: async ({ app, viewer }) => {
      const was = await cancelClosing(app, viewer.id, 'links');
      return redirect(path, {
        kind: 'success',
        text: was ? 'Your short links are kept.' : 'Nothing was to be deleted.',
      });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/delete-account`,
    access: 'member',
    body: Password,
    handle: async ({ app, viewer, client, body }) => {
      await requestClosing(app, viewer.id, 'account', { password: body.current, device: client });
      clearSessionCookies(client);
      return redirect('/', {
        kind: 'info',
        text: 'Your account will be deleted. To keep it, sign in again and press “Keep account”.',
      });
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, { account: refused({ current: '', ...body }, problem) }),
  }),
];

async function show(
  app: App,
  viewer: Viewer,
  states: { links?: FormState; account?: FormState } = {},
): Promise<View> {
  return dataView({
    now: app.clock.now(),
    days: app.config.CLOSING_DAYS,
    exports: await listExports(app, hopExport, viewer),
    closings: await listClosings(app, viewer.id),
    links: states.links ?? {},
    account: states.account ?? {},
  });
}
