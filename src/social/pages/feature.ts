import type { SocialFeature } from '../lists/list.ts';
import { pageLists } from './lists.ts';
import { socialPages } from './pages.ts';
import { pageRoutes } from './routes.ts';

export const pagesFeature: SocialFeature = {
  routes: pageRoutes,
  pages: socialPages,
  lists: pageLists,
};
