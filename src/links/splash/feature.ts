import type { Feature } from '../../platform/feature.ts';
import { splashPages } from './pages.ts';
import { splashPreviewPages } from './preview-pages.ts';
import { splashRoutes } from './routes.ts';

export const splashFeature: Feature = {
  routes: splashRoutes,
  pages: [...splashPages, ...splashPreviewPages],
  navigation: [
    { key: 'splash', label: 'Splash pages', icon: 'panel-right', href: '/dashboard/splash', for: 'member', group: 'Redirect tools', shortcut: 'g p' },
  ],
}; // prettier-ignore
