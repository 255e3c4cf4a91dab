import type { Feature } from '../../platform/feature.ts';
import { statisticsJobs } from './jobs.ts';
import { statisticsPages } from './pages.ts';
import { statisticsRoutes } from './routes.ts';

export const statisticsFeature: Feature = {
  routes: statisticsRoutes,
  pages: statisticsPages,
  jobs: statisticsJobs,
  navigation: [
    { key: 'statistics', label: 'Statistics', icon: 'chart-line', href: '/dashboard/statistics', for: 'member', phone: true, shortcut: 'g t' },
  ],
}; // prettier-ignore
