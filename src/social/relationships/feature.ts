import type { SocialFeature } from '../lists/list.ts';
import { relationshipLists } from './lists.ts';
import { relationshipRoutes } from './routes.ts';

export const relationshipsFeature: SocialFeature = {
  routes: relationshipRoutes,
  lists: relationshipLists,
};
