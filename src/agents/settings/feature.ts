import type { Feature } from '../../platform/feature.ts';
import { agentSections } from './agent-sections.ts';
import { agentSettingsPages } from './pages.ts';

/** Settings > Agents: which agents act for a person, what they did, and their limits. */
export const agentSettings: Feature = { pages: agentSettingsPages, archive: agentSections };
