import type { Feature } from '../../platform/feature.ts';
import { webhookJobs } from './jobs.ts';
import { webhookPages } from './pages.ts';
import { webhookRoutes } from './routes.ts';

export const webhooksFeature: Feature = {
  routes: webhookRoutes,
  pages: webhookPages,
  jobs: webhookJobs,
  navigation: [
    { key: 'webhooks', label: 'Webhooks', icon: 'webhook', href: '/dashboard/webhooks', for: 'member', group: 'Account', shortcut: 'g w' },
  ],
}; // prettier-ignore
