import type { Feature } from '../../platform/feature.ts';
import { plazaRedirectPages } from './plaza-redirect-pages.ts';
import { accountRoutes } from './routes.ts';

export const accountFeature: Feature = {
  routes: accountRoutes,
  pages: plazaRedirectPages,
  navigation: [
    { key: 'settings', label: 'Settings', icon: 'settings', href: '/dashboard/settings', for: 'member', group: 'Account', shortcut: 'g s' },
  ],
}; // prettier-ignore
