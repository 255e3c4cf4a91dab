import type { Feature } from '../../platform/feature.ts';
import { mcpRoutes } from './routes.ts';

/** Assistants use the skills as tools, without a line of code. */
export const mcp: Feature = { textRoutes: mcpRoutes };
