import type { SocialFeature } from '../lists/list.ts';
import { notificationJobs } from './jobs.ts';
import { notificationLists } from './lists.ts';
import { notificationPages } from './pages.ts';
import { pushPages } from './push/pages.ts';
import { pushRoutes } from './push/routes.ts';
import { notificationRoutes } from './routes.ts';

export const notificationsFeature: SocialFeature = {
  routes: [...notificationRoutes, ...pushRoutes],
  pages: [...notificationPages, ...pushPages],
  jobs: notificationJobs,
  lists: notificationLists,
};
