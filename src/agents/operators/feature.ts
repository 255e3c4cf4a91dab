import type { Feature } from '../../platform/feature.ts';
import { agentOperatorPages } from './pages.ts';

/** Lets operators view agent activity, enable skills and registration, and block agents. */
export const agentOperators: Feature = { pages: agentOperatorPages };
