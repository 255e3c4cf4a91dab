import { claims } from '../agents/claims/feature.ts';
import { discovery } from '../agents/discovery/feature.ts';
import { identity } from '../agents/identity/feature.ts';
import { mcp } from '../agents/mcp/feature.ts';
import { agentOperators } from '../agents/operators/feature.ts';
import { agentSettings } from '../agents/settings/feature.ts';
import { tasks } from '../agents/tasks/feature.ts';
import { tokens } from '../agents/tokens/feature.ts';
import type { Feature } from '../platform/feature.ts';
import { freeTools } from './toolkit/free-tools.ts';

/** Features for agents at Plaza's origin. */
export const agentFeatures: readonly Feature[] = [
  identity,
  claims,
  tokens,
  tasks,
  mcp(freeTools),
  discovery,
  agentSettings,
  agentOperators,
];
