import type { Feature } from '../../platform/feature.ts';
import { membershipJobs } from './jobs.ts';
import { membershipPages } from './pages.ts';
import { membershipRoutes } from './routes.ts';

/** Sales: subscriptions to plans, single posts, and tips. */
export const membershipsFeature: Feature = {
  routes: membershipRoutes,
  pages: membershipPages,
  jobs: membershipJobs,
};
