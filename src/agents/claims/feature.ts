import type { Feature } from '../../platform/feature.ts';
import { claimPages } from './pages.ts';
import { claimRoutes } from './routes.ts';

/** A person approves an agent, which from then on acts for them. */
export const claims: Feature = { routes: claimRoutes, pages: claimPages };
