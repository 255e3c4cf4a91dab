import type { Feature } from '../../platform/feature.ts';
import { overlayAnswerPages } from './answer-pages.ts';
import { overlayJobs } from './jobs.ts';
import { overlayPages } from './pages.ts';
import { overlayPreviewPages } from './preview-pages.ts';
import { overlayRoutes } from './routes.ts';

export const overlaysFeature: Feature = {
  routes: overlayRoutes,
  pages: [...overlayPages, ...overlayPreviewPages, ...overlayAnswerPages],
  jobs: overlayJobs,
  navigation: [
    { key: 'overlays', label: 'Overlays', icon: 'message-circle', href: '/dashboard/overlays', for: 'member', group: 'Redirect tools', shortcut: 'g o' },
  ],
}; // prettier-ignore
