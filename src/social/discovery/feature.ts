import type { Feature } from '../../platform/feature.ts';
import { discoveryPages } from './pages.ts';
import { discoveryRoutes } from './routes.ts';

export const discoveryFeature: Feature = {
  bareRoutes: discoveryRoutes,
  pages: discoveryPages,
};
