import type { Feature } from '../../platform/feature.ts';
import { planPages } from './pages.ts';
import { planRoutes } from './routes.ts';

/** Paid plans of people and pages. */
export const monetizationFeature: Feature = { routes: planRoutes, pages: planPages };
