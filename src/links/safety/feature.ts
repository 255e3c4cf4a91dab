import type { Feature } from '../../platform/feature.ts';
import { safetyJobs } from './jobs.ts';
import { safetyListPages } from './lists/list-pages.ts';
import { safetyOperatorPages } from './reviews/operator-pages.ts';
import { safetyPublicPages } from './reviews/public-pages.ts';

export const safetyFeature: Feature = {
  pages: [...safetyPublicPages, ...safetyOperatorPages, ...safetyListPages],
  jobs: safetyJobs,
  navigation: [
    { key: 'safety', label: 'Safety', icon: 'shield', href: '/operator/reports', for: 'operator', group: 'Operator' },
  ],
}; // prettier-ignore
