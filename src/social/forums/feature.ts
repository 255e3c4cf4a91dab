import type { Feature } from '../../platform/feature.ts';
import { forumPages } from './pages.ts';
import { forumRoutes } from './routes.ts';

export const forumsFeature: Feature = {
  routes: forumRoutes,
  pages: forumPages,
};
