import type { Feature } from '../../platform/feature.ts';
import { tagPages } from './pages.ts';
import { tagRoutes } from './routes.ts';

export const tagsFeature: Feature = {
  routes: tagRoutes,
  pages: tagPages,
  navigation: [
    { key: 'tags', label: 'Tags', icon: 'tag', href: '/dashboard/tags', for: 'member', group: 'Organize', shortcut: 'g #' },
  ],
}; // prettier-ignore
