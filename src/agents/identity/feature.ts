import type { Feature } from '../../platform/feature.ts';
import { agentJobs } from './jobs.ts';
import { identityRoutes } from './routes.ts';

/** Agents register and get an identity of their own. */
export const identity: Feature = { routes: identityRoutes, jobs: agentJobs };
