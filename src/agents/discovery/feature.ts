import type { Feature } from '../../platform/feature.ts';
import { discoveryPages } from './pages.ts';
import { discoveryRoutes } from './routes.ts';

/** How agents find this installation. */
export const discovery: Feature = { bareRoutes: discoveryRoutes, pages: discoveryPages };
