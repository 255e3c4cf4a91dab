import type { SocialFeature } from '../lists/list.ts';
import { profileLists } from './lists.ts';
import { peoplePages } from './pages.ts';
import { peopleRoutes } from './routes.ts';

export const profilesFeature: SocialFeature = {
  routes: peopleRoutes,
  pages: peoplePages,
  lists: profileLists,
};
