import type { SocialFeature } from '../lists/list.ts';
import { feedJobs } from './jobs.ts';
import { feedLists } from './lists.ts';
import { feedPages } from './pages.ts';
import { postPages } from './post-pages.ts';
import { feedRoutes } from './routes.ts';

export const feedFeature: SocialFeature = {
  routes: feedRoutes,
  pages: [...feedPages, ...postPages],
  jobs: feedJobs,
  lists: feedLists,
};
