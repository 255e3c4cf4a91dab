import type { SocialFeature } from '../lists/list.ts';
import { savedLists } from './lists.ts';
import { savedPages } from './pages.ts';
import { savedRoutes } from './routes.ts';

export const savedFeature: SocialFeature = {
  routes: savedRoutes,
  pages: savedPages,
  lists: savedLists,
};
