import type { Feature } from '../../platform/feature.ts';
import { liveJobs } from './jobs.ts';

export const liveFeature: Feature = {
  jobs: liveJobs,
};
