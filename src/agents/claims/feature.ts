import type { Feature } from '../../platform/feature.ts';
import { claimPages } from './pages.ts';
import { claimRoutes } from './routes.ts';

/** Lets a member approve an agent, which then acts on their behalf. */
export const claims: Feature = { routes: claimRoutes, pages: claimPages };
