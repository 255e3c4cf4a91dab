import type { Feature } from '../../platform/feature.ts';
import { agentSections } from './agent-sections.ts';
import { agentSettingsPages } from './pages.ts';

/** Settings > Agents: a member's agents, their activity and their limits. */
export const agentSettings: Feature = { pages: agentSettingsPages, archive: agentSections };
