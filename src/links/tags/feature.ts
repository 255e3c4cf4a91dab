import type { Feature } from '../../platform/feature.ts';
import { tagPages } from './pages.ts';
import { tagRoutes } from './routes.ts';

export const tagsFeature: Feature = {
  routes: tagRoutes,
  pages: tagPages,
};
