import type { Feature } from '../../platform/feature.ts';
import { appealPages } from './pages.ts';
import { appealRoutes } from './routes.ts';

export const appealsFeature: Feature = {
  routes: appealRoutes,
  pages: appealPages,
};
