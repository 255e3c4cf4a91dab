import type { Feature } from '../../platform/feature.ts';
import { moderationJobs } from './jobs.ts';
import { moderationListPages } from './list-pages.ts';
import { moderationPages } from './pages.ts';

export const casesFeature: Feature = {
  pages: [...moderationPages, ...moderationListPages],
  jobs: moderationJobs,
};
