import type { Feature } from '../../platform/feature.ts';
import { accountDataJobs } from './jobs.ts';
import { hopDataPages } from './pages.ts';

export const accountDataFeature: Feature = {
  pages: hopDataPages,
  jobs: accountDataJobs,
  navigation: [
    { key: 'data', label: 'Your data', icon: 'download', href: '/dashboard/data', for: 'member', group: 'Account' },
  ],
}; // prettier-ignore
