import type { Feature } from '../../platform/feature.ts';
import { discoveryRoutes } from './routes.ts';

/** How agents find this installation. */
export const discovery: Feature = { bareRoutes: discoveryRoutes };
