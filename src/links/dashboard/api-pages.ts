import { createAccessKey, findAccessKey, takeKeyToShow } from '../../identity/access-keys.ts';
import type { App } from '../../platform/app.ts';
import type { View } from '../../platform/html/layout.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { listLinks } from '../links/list-links.ts';
import { apiView } from './views/api-view.ts';

const path = '/dashboard/api';

/**
 * The key and how to use it. Showing a key spends the one chance to see it, so that is a POST: browsers and Turbo
 * fetch pages ahead that nobody may ever look at.
 */
export const apiPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: async ({ app, viewer }) => showApi(app, viewer),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    handle: async ({ app, viewer }) => {
      const taken = await takeKeyToShow(app, viewer.id);
      return taken && 'key' in taken ? showApi(app, viewer, taken.key) : redirect(path);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/key`,
    access: 'member',
    limit: { by: ['account'], calls: 20, within: 3_600_000 },
    handle: async ({ app, viewer }) => {
      await createAccessKey(app, viewer.id);
      return redirect(path, {
        kind: 'success',
        text: 'A new key is made; the one before is refused from now on.',
      });
    },
  }),
];

async function showApi(app: App, viewer: Viewer, key?: string): Promise<View> {
  const [newest] = await listLinks(app, viewer, { order: 'date', page: 1, perPage: 1 });
  return apiView({ config: app.config, kept: await findAccessKey(app, viewer.id), key, newest });
}
