import { collect } from '../platform/feature.ts';
import type { Job } from '../platform/jobs.ts';
import { systemJobs } from '../platform/system-jobs.ts';
import { identityFeatures } from './identity-features.ts';
import { agentFeatures } from './agent-features.ts';
import { linksFeatures } from './links-features.ts';
import { paidFeatures } from './paid-features.ts';
import { socialFeatures } from './social-features.ts';

/** Every kind of work the queue knows. */
export const allJobs: readonly Job[] = [
  ...systemJobs,
  // The jobs are those of accounts, whichever address it is.
  ...collect(identityFeatures('plazaUrl'), 'jobs'),
  ...collect(socialFeatures, 'jobs'),
  ...collect(linksFeatures, 'jobs'),
  ...collect(agentFeatures, 'jobs'),
  ...collect(paidFeatures, 'jobs'),
] as readonly Job[];
