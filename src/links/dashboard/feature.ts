import type { Feature } from '../../platform/feature.ts';
import { dashboardPages } from './pages.ts';

export const dashboardFeature: Feature = {
  pages: dashboardPages,
  navigation: [
    { key: 'api', label: 'API & keys', icon: 'key-round', href: '/dashboard/api', for: 'member', group: 'Account', shortcut: 'g a' },
  ],
}; // prettier-ignore
