import type { Feature } from '../../platform/feature.ts';
import { planPages } from './pages.ts';
import { planRoutes } from './routes.ts';

/** Plans that people and pages offer. */
export const monetizationFeature: Feature = { routes: planRoutes, pages: planPages };
