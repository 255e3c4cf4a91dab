import type { ExportedService } from '../../identity/exports/service.ts';
import type { Feature } from '../../platform/feature.ts';
import { accountDeletionRoutes } from './account-deletion-routes.ts';
import { plazaDataPages } from './data-pages.ts';
import { plazaDataJobs } from './data/jobs.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { accountRoutes } from './routes.ts';
import { plazaSettingsPages } from './settings-pages.ts';

/** `sections`: archive sections that other features contribute. */
export const accountsFeature = (sections: ExportedService['sections']): Feature => ({
  routes: [...accountRoutes, ...recoveryRoutes, ...accountDeletionRoutes],
  pages: [...plazaSettingsPages, ...plazaDataPages],
  jobs: plazaDataJobs(sections),
});
