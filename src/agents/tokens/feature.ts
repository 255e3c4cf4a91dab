import type { Feature } from '../../platform/feature.ts';
import { tokenRoutes } from './routes.ts';

/** Access tokens: exchanged, revoked, looked up. */
export const tokens: Feature = { routes: tokenRoutes };
