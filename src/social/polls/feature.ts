import type { Feature } from '../../platform/feature.ts';
import { pollPages } from './pages.ts';
import { pollRoutes } from './routes.ts';

export const pollsFeature: Feature = {
  routes: pollRoutes,
  pages: pollPages,
};
