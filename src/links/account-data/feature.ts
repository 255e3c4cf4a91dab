import type { Feature } from '../../platform/feature.ts';
import { accountDataJobs } from './jobs.ts';
import { accountDataPages } from './pages.ts';

export const accountDataFeature: Feature = {
  pages: accountDataPages,
  jobs: accountDataJobs,
};
