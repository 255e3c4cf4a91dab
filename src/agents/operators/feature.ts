import type { Feature } from '../../platform/feature.ts';
import { agentOperatorPages } from './pages.ts';

/** Operators see what agents do here, switch skills and registration, and block agents. */
export const agentOperators: Feature = { pages: agentOperatorPages };
