import type { Feature } from '../../platform/feature.ts';
import { catalogRoutes } from './routes.ts';

/** Free catalogs of the paid tools. */
export const catalogFeature: Feature = { bareRoutes: catalogRoutes };
