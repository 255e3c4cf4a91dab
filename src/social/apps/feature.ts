import type { Feature } from '../../platform/feature.ts';
import { appJobs } from './jobs.ts';
import { oauthPages } from './pages.ts';
import { oauthRoutes } from './routes.ts';

export const appsFeature: Feature = {
  bareRoutes: oauthRoutes,
  pages: oauthPages,
  jobs: appJobs,
};
