import type { Feature } from '../../platform/feature.ts';
import type { FreeTool } from './free-tool.ts';
import { mcpRoutes } from './routes.ts';

/** Offers the skills and the free tools to assistants as MCP tools. */
export const mcp = (freeTools: readonly FreeTool[]): Feature => ({ textRoutes: mcpRoutes(freeTools) });
