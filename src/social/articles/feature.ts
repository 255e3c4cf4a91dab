import type { SocialFeature } from '../lists/list.ts';
import { editorPages } from './editor-pages.ts';
import { articleLists } from './lists.ts';
import { articlePages } from './pages.ts';
import { articleRoutes } from './routes.ts';

export const articlesFeature: SocialFeature = {
  routes: articleRoutes,
  pages: [...editorPages, ...articlePages],
  lists: articleLists,
};
