import type { Feature } from '../../platform/feature.ts';
import { removeMessageFiles } from './messages/remove-files-job.ts';
import { chatPages } from './pages.ts';
import { chatRoutes } from './routes.ts';

export const chatFeature: Feature = {
  routes: chatRoutes,
  pages: chatPages,
  jobs: [removeMessageFiles],
};
