import type { Feature } from '../../platform/feature.ts';
import { bioRoutes } from './page/routes.ts';
import { bioPages } from './public/pages.ts';

export const bioFeature: Feature = {
  routes: bioRoutes,
  pages: bioPages,
  navigation: [
    { key: 'bio', label: 'Bio pages', icon: 'smartphone', href: '/dashboard/bio', for: 'member', phone: true, shortcut: 'g b' },
  ],
}; // prettier-ignore
