import type { Feature } from '../../platform/feature.ts';
import { elsewherePages } from './elsewhere-pages.ts';
import { accountRoutes } from './routes.ts';

export const accountFeature: Feature = {
  routes: accountRoutes,
  pages: elsewherePages,
  navigation: [
    { key: 'settings', label: 'Settings', icon: 'settings', href: '/dashboard/settings', for: 'member', group: 'Account', shortcut: 'g s' },
  ],
}; // prettier-ignore
