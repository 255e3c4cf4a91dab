import type { Feature } from '../../platform/feature.ts';
import { subscriptionJobs } from './jobs.ts';

export const subscriptionsFeature: Feature = {
  jobs: subscriptionJobs,
};
