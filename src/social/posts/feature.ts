import type { SocialFeature } from '../lists/list.ts';
import { postActPages } from './act-pages.ts';
import { postActRoutes } from './act-routes.ts';
import { postDraftPages } from './drafts/draft-pages.ts';
import { postDraftRoutes } from './drafts/draft-routes.ts';
import { postLists } from './lists.ts';
import { postRoutes } from './routes.ts';

export const postsFeature: SocialFeature = {
  routes: [...postRoutes, ...postActRoutes, ...postDraftRoutes],
  pages: [...postActPages, ...postDraftPages],
  lists: postLists,
};
