import type { Feature } from '../../platform/feature.ts';
import { agentJobs } from './jobs.ts';
import { identityRoutes } from './routes.ts';

/** Lets agents register and obtain their own identity. */
export const identity: Feature = { routes: identityRoutes, jobs: agentJobs };
