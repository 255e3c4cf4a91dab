import type { Feature } from '../../platform/feature.ts';
import { closingRoutes } from './closing-routes.ts';
import { plazaDataPages } from './data-pages.ts';
import { plazaDataJobs } from './data/jobs.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { accountRoutes } from './routes.ts';
import { plazaSettingsPages } from './settings-pages.ts';

export const accountsFeature: Feature = {
  routes: [...accountRoutes, ...recoveryRoutes, ...closingRoutes],
  pages: [...plazaSettingsPages, ...plazaDataPages],
  jobs: plazaDataJobs,
};
