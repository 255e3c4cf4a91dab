import type { Feature } from '../../platform/feature.ts';
import { previewMessageJob } from './messages/preview-link.ts';
import { callJobs } from './calls/jobs.ts';
import { reindexMessagesJob } from './search/reindex-messages.ts';
import { removeMessageFiles } from './messages/remove-files-job.ts';
import { chatPages } from './pages.ts';
import { chatRoutes } from './routes.ts';

export const chatFeature: Feature = {
  routes: chatRoutes,
  pages: chatPages,
  jobs: [previewMessageJob, removeMessageFiles, reindexMessagesJob, ...callJobs],
};
