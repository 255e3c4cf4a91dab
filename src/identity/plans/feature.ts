import type { Feature } from '../../platform/feature.ts';
import { planJobs } from './plan-jobs.ts';

export const plansFeature: Feature = {
  jobs: planJobs,
};
