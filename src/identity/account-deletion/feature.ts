import type { Feature } from '../../platform/feature.ts';
import { accountDeletionJob, type Erasers } from './delete-due-accounts.ts';
import { accountDeletionPages } from './pages.ts';

/** Deletion of accounts, with what deletes the part of each service. */
export const accountDeletionFeature = (erasers: Erasers): Feature => ({
  pages: accountDeletionPages,
  jobs: [accountDeletionJob(erasers)],
});
