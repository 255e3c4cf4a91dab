import type { Feature } from '../../platform/feature.ts';
import { closingJob, type Erasers } from './close-due.ts';
import { closingPages } from './pages.ts';

/** Deletion of accounts, with what deletes the part of each service. */
export const closingFeature = (erasers: Erasers): Feature => ({
  pages: closingPages,
  jobs: [closingJob(erasers)],
});
