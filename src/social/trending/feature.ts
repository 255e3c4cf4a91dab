import type { Feature } from '../../platform/feature.ts';
import { trendJobs } from './jobs.ts';
import { trendingPages } from './pages.ts';
import { trendingRoutes } from './routes.ts';

export const trendingFeature: Feature = {
  routes: trendingRoutes,
  pages: trendingPages,
  jobs: trendJobs,
};
