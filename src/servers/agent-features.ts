import { claimRoutes } from '../agents/claims/api.ts';
import { claimPages } from '../agents/claims/pages.ts';
import { agentDiscoveryPages, agentDiscoveryRoutes } from '../agents/discovery/api.ts';
import { identityRoutes } from '../agents/identity/api.ts';
import { agentJobs } from '../agents/identity/assertion.ts';
import { oauthRoutes } from '../agents/oauth/api.ts';
import { oauthJobs } from '../agents/oauth/grants.ts';
import { authorizationPages } from '../agents/oauth/pages.ts';
import { tokenRoutes } from '../agents/oauth/token-api.ts';
import { agentOperatorPages } from '../agents/operators/pages.ts';
import { agentSections } from '../agents/settings/own-agents.ts';
import { agentSettingsPages } from '../agents/settings/pages.ts';
import { taskRoutes } from '../agents/tasks/api.ts';
import { taskHttpRoutes } from '../agents/tasks/http-api.ts';
import type { Feature } from '../platform/feature.ts';

/** Features for agents at Plaza's origin. */
export const agentFeatures: readonly Feature[] = [
  { routes: identityRoutes, jobs: agentJobs },
  { routes: claimRoutes, pages: claimPages },
  { routes: [...tokenRoutes, ...oauthRoutes], pages: authorizationPages, jobs: oauthJobs },
  // Bodies are accepted as text, because the protocols define the errors.
  { textRoutes: [...taskRoutes, ...taskHttpRoutes] },
  { bareRoutes: agentDiscoveryRoutes, pages: agentDiscoveryPages },
  { pages: agentSettingsPages, archive: agentSections },
  { pages: agentOperatorPages },
];
