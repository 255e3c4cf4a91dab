import { forgetExpiredJob } from '../identity/account/forget-expired.ts';
import { closingJob } from '../identity/closing/close-due.ts';
import { planJobs } from '../identity/plans/plan-jobs.ts';
import { mailResetCode } from '../identity/reset/ask-for-reset.ts';
import { eraseLinks } from '../links/account-data/erase-links.ts';
import { collect } from '../platform/feature.ts';
import type { Job } from '../platform/jobs.ts';
import { systemJobs } from '../platform/system-jobs.ts';
import { erasePlaza } from '../social/accounts/data/erase-plaza.ts';
import { linksFeatures } from './links-features.ts';
import { socialFeatures } from './social-features.ts';

/** Every kind of work the queue knows. */
export const allJobs: readonly Job[] = [
  ...systemJobs,
  mailResetCode,
  forgetExpiredJob,
  ...planJobs,
  ...collect(socialFeatures, 'jobs'),
  ...collect(linksFeatures, 'jobs'),
  closingJob({ plaza: erasePlaza, links: eraseLinks }),
] as readonly Job[];
