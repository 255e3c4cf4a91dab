import type { Feature } from '../../platform/feature.ts';
import { transferJobs } from './jobs.ts';
import { transferPages } from './pages.ts';

export const transferFeature: Feature = {
  pages: transferPages,
  jobs: transferJobs,
};
