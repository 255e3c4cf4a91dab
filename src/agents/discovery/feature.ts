import type { Feature } from '../../platform/feature.ts';
import { discoveryPages } from './pages.ts';
import { discoveryRoutes } from './routes.ts';

/** Discovery of this installation by agents. */
export const discovery: Feature = { bareRoutes: discoveryRoutes, pages: discoveryPages };
