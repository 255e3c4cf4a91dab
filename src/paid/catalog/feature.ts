import type { App } from '../../platform/app.ts';
import type { Feature } from '../../platform/feature.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { readSiteSettings } from '../../platform/settings/site-settings.ts';
import type { PaidOperation } from '../operation.ts';
import { catalogView } from './views/catalog-view.ts';

/** What is for sale, for people who write the programs that buy it. */
export const catalogFeature = (operations: (app: App) => readonly PaidOperation[]): Feature => ({
  pages: [
    pagesFor('anyone').get({
      path: '/developers/paid',
      cached: true,
      handle: async ({ app }) =>
        catalogView({
          operations: operations(app),
          config: app.config,
          siteName: (await readSiteSettings(app)).name,
        }),
    }),
  ],
});
