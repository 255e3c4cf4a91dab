import { collect } from '../platform/feature.ts';
import type { Job } from '../platform/jobs.ts';
import { systemJobs } from '../platform/system-jobs.ts';
import { identityFeatures } from './identity-features.ts';
import { agentFeatures } from './agent-features.ts';
import { linksFeatures } from './links-features.ts';
import { paidFeatures } from './paid-features.ts';
import { socialFeatures } from './social-features.ts';

/** All job kinds of the queue. */
export const allJobs: readonly Job[] = [
  ...systemJobs,
  // Account jobs are the same for either origin.
  ...collect(identityFeatures('plazaUrl'), 'jobs'),
  ...collect(socialFeatures, 'jobs'),
  ...collect(linksFeatures, 'jobs'),
  ...collect(agentFeatures, 'jobs'),
  ...collect(paidFeatures, 'jobs'),
] as readonly Job[];
