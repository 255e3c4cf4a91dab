import type { Feature } from '../../platform/feature.ts';
import { paidJobs } from './jobs.ts';

/** Paid calls. */
export const paidCalls: Feature = { jobs: paidJobs };
