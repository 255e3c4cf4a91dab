import type { Feature } from '../../platform/feature.ts';
import { accountDeletionJob, type Erasers } from './delete-due-accounts.ts';
import { accountDeletionPages } from './pages.ts';

/** Account deletion, with one eraser for each service. */
export const accountDeletionFeature = (erasers: Erasers): Feature => ({
  pages: accountDeletionPages,
  jobs: [accountDeletionJob(erasers)],
});
