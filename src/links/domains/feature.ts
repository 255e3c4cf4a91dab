import type { Feature } from '../../platform/feature.ts';
import { askPages } from './ask-pages.ts';
import { domainJobs } from './jobs.ts';
import { domainPages } from './pages.ts';
import { domainRoutes } from './routes.ts';

export const domainsFeature: Feature = {
  routes: domainRoutes,
  pages: [...domainPages, ...askPages],
  jobs: domainJobs,
  navigation: [
    { key: 'domains', label: 'Domains', icon: 'globe', href: '/dashboard/domains', for: 'member', group: 'Redirect tools', shortcut: 'g d' },
  ],
}; // prettier-ignore
