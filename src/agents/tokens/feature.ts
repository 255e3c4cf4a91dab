import type { Feature } from '../../platform/feature.ts';
import { tokenRoutes } from './routes.ts';

/** Exchange, revocation and lookup of access tokens. */
export const tokens: Feature = { routes: tokenRoutes };
