import type { Feature } from '../../platform/feature.ts';
import type { FreeTool } from './free-tool.ts';
import { mcpRoutes } from './routes.ts';

/** Assistants use the skills as tools, without a line of code, and the free tools beside them. */
export const mcp = (freeTools: readonly FreeTool[]): Feature => ({ textRoutes: mcpRoutes(freeTools) });
