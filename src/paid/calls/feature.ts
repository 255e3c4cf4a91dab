import type { Feature } from '../../platform/feature.ts';
import { paidJobs } from './jobs.ts';

/** Calls that are paid for. */
export const paidCalls: Feature = { jobs: paidJobs };
