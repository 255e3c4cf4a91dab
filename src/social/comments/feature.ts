import type { Feature } from '../../platform/feature.ts';
import { commentPages } from './pages.ts';
import { commentRoutes } from './routes.ts';

export const commentsFeature: Feature = {
  routes: commentRoutes,
  pages: commentPages,
};
