import type { Feature } from '../../platform/feature.ts';
import { searchJobs } from './jobs.ts';
import { searchPages } from './pages.ts';
import { searchRoutes } from './routes.ts';

export const searchFeature: Feature = {
  routes: searchRoutes,
  pages: searchPages,
  jobs: searchJobs,
};
