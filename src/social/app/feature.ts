import type { Feature } from '../../platform/feature.ts';
import { siteOperatorPages } from './pages.ts';
import { appRoutes } from './routes.ts';

export const siteFeature: Feature = {
  routes: appRoutes,
  pages: siteOperatorPages,
};
