import type { Category } from '../../audit.ts';
import { actingChecks } from './protocols.ts';
import { gatherAgents, type AgentFacts } from './facts.ts';
import { readingChecks } from './reading.ts';

/** How well agents can read and use the site. */
export const agentCategory: Category<AgentFacts> = {
  id: 'agents',
  title: 'AI agents',
  weight: 25,
  gather: gatherAgents,
  checks: [...readingChecks, ...actingChecks],
};
