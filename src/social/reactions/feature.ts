import type { Feature } from '../../platform/feature.ts';
import { reactionPages } from './pages.ts';
import { reactionRoutes } from './routes.ts';

export const reactionsFeature: Feature = {
  routes: reactionRoutes,
  pages: reactionPages,
};
