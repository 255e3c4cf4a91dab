import type { Feature } from '../../platform/feature.ts';
import type { PagePictures } from './handles.ts';
import { uploadJobs } from './jobs.ts';
import { uploadRoutes } from './routes.ts';

/** @param pages the pictures of pages, a feature above this one */
export const uploadsFeature = (pages: PagePictures): Feature => ({
  routes: uploadRoutes(pages),
  jobs: uploadJobs,
});
