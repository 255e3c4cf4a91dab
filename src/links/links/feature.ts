import type { Feature } from '../../platform/feature.ts';
import { linkJobs } from './jobs/jobs.ts';
import { linkRoutes } from './routes.ts';
import { tryRoutes } from './try-routes.ts';

export const linksFeature: Feature = {
  routes: [...linkRoutes, ...tryRoutes],
  jobs: linkJobs,
  navigation: [
    { key: 'links', label: 'Links', icon: 'link', href: '/dashboard', for: 'member', phone: true, shortcut: 'g l' },
  ],
}; // prettier-ignore
