import type { Feature } from '../../platform/feature.ts';
import { catalogRoutes } from './routes.ts';

/** The free lists of what is sold. */
export const catalogFeature: Feature = { bareRoutes: catalogRoutes };
