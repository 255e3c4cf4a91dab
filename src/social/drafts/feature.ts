import type { Feature } from '../../platform/feature.ts';
import { draftJobs } from './jobs.ts';
import { draftPages } from './pages.ts';
import type { Publishers } from './publish-due.ts';
import { draftRoutes } from './routes.ts';

/** Drafts, with the publisher for scheduled drafts of each kind. */
export const draftsFeature = (publishers: Publishers): Feature => ({
  routes: draftRoutes,
  pages: draftPages,
  jobs: draftJobs(publishers),
});
