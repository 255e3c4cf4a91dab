import type { SocialFeature } from '../lists/list.ts';
import { questionDecidingPages } from './deciding-pages.ts';
import { questionLists } from './lists.ts';
import { questionPages } from './pages.ts';
import { questionRoutes } from './routes.ts';
import { questionWritingPages } from './writing-pages.ts';

export const questionsFeature: SocialFeature = {
  routes: questionRoutes,
  pages: [...questionPages, ...questionWritingPages, ...questionDecidingPages],
  lists: questionLists,
};
