import type { Feature } from '../../platform/feature.ts';
import { bioRoutes } from './page/routes.ts';
import { bioPages } from './public/pages.ts';

export const bioFeature: Feature = {
  routes: bioRoutes,
  pages: bioPages,
};
