import type { Feature } from '../../platform/feature.ts';
import { previewJobs } from './jobs.ts';

export const previewsFeature: Feature = {
  jobs: previewJobs,
};
