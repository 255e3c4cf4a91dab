import { dataPages } from '../../identity/data-pages/pages.ts';
import { listExports } from '../../identity/exports/exports.ts';
import { getStorageUsage } from '../uploads/storage.ts';
import { plazaExport } from './data/plaza-export.ts';
import { dataPath, dataView } from './views/data-view.ts';

/** Export and deletion of the viewer's own data. */
export const plazaDataPages = dataPages({
  path: dataPath,
  service: plazaExport,
  show: async (app, viewer, state = {}) =>
    dataView({
      now: app.clock.now(),
      days: app.config.ACCOUNT_DELETION_DAYS,
      exports: await listExports(app, plazaExport, viewer),
      storage: {
        bytes: await getStorageUsage(app, viewer),
        quota: app.config.STORAGE_QUOTA_MIB * 1024 ** 2,
      },
      hopUrl: app.config.hopUrl,
      state,
    }),
});
