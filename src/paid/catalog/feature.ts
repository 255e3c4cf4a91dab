import type { App } from '../../platform/app.ts';
import type { Feature } from '../../platform/feature.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import type { PaidOperation } from '../operation.ts';
import { catalogView } from './views/catalog-view.ts';

/** The catalog of paid operations, for developers of clients. */
export const catalogFeature = (operations: (app: App) => readonly PaidOperation[]): Feature => ({
  pages: [
    pagesFor('anyone').get({
      path: '/developers/paid',
      cached: true,
      handle: async ({ app }) =>
        catalogView({
          operations: operations(app),
          config: app.config,
          siteName: (await getSiteSettings(app)).name,
        }),
    }),
  ],
});
