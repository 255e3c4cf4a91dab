import type { Feature } from '../../platform/feature.ts';
import { membershipJobs } from './jobs.ts';
import { membershipPages } from './pages.ts';
import { membershipRoutes } from './routes.ts';

/** What is sold: subscriptions to plans, posts one by one, and tips. */
export const membershipsFeature: Feature = {
  routes: membershipRoutes,
  pages: membershipPages,
  jobs: membershipJobs,
};
