import type { Feature } from '../../platform/feature.ts';
import { pixelConsentPages } from './consent-pages.ts';
import { pixelPages } from './pages.ts';
import { pixelRoutes } from './routes.ts';

export const pixelsFeature: Feature = {
  routes: pixelRoutes,
  pages: [...pixelPages, ...pixelConsentPages],
  navigation: [
    { key: 'pixels', label: 'Pixels', icon: 'target', href: '/dashboard/pixels', for: 'member', group: 'Redirect tools', shortcut: 'g x' },
  ],
}; // prettier-ignore
