import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { getAgentSettings } from '../identity/agent-settings.ts';
import { publicKeys } from '../identity/signing-keys.ts';
import type { Skill } from '../skills/skill.ts';
import { skills } from '../skills/skills.ts';
import { agentCard } from './agent-card.ts';
import { guideText } from './guide.ts';
import { apiCatalog, authorizationServer, mcpCard, protectedResource } from './metadata.ts';
import { skillIndex } from './skill-documents.ts';

/** Returns the enabled skills. */
export async function openSkills(app: App): Promise<readonly Skill[]> {
  const { disabledSkills } = await getAgentSettings(app);
  return skills.filter(({ id }) => !disabledSkills.includes(id));
}

interface Document {
  paths: readonly string[];
  summary: string;
  type: string;
  make: (app: App) => Promise<object | string> | object | string;
}

const json = 'application/json; charset=utf-8';

const card = async (app: App) => {
  const { name, description } = await getSiteSettings(app);
  return agentCard(app.config, { name, description, skills: await openSkills(app) });
};

/** Discovery documents for agents before they register, built from the same constants. */
export const documents: readonly Document[] = [
  {
    paths: ['/.well-known/agent-card.json', '/.well-known/agent.json'],
    summary: 'Retrieve the agent card, for A2A 0.3 and 1.0',
    type: json,
    make: card,
  },
  {
    paths: ['/.well-known/api-catalog'],
    summary: 'Retrieve the API catalog (RFC 9727)',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    make: (app) => apiCatalog(app.config),
  },
  {
    paths: ['/.well-known/oauth-protected-resource'],
    summary: 'Retrieve the protected resource metadata (RFC 9728)',
    type: json,
    make: async (app) => protectedResource(app.config, (await getSiteSettings(app)).name),
  },
  {
    paths: ['/.well-known/oauth-authorization-server'],
    summary: 'Retrieve the authorization server metadata (RFC 8414, auth.md)',
    type: json,
    make: (app) => authorizationServer(app.config),
  },
  {
    paths: ['/.well-known/jwks.json'],
    summary: 'List the keys that verify identity assertions',
    type: json,
    make: async (app) => ({ keys: await publicKeys(app) }),
  },
  {
    paths: ['/.well-known/mcp/server-card.json'],
    summary: 'Retrieve the server card of the Model Context Protocol',
    type: json,
    make: async (app) => mcpCard(app.config, await getSiteSettings(app)),
  },
  {
    paths: ['/.well-known/agent-skills/index.json'],
    summary: 'List the skills for assistants',
    type: json,
    make: async (app) => skillIndex(app.config, await openSkills(app)),
  },
  {
    paths: ['/auth.md'],
    summary: 'Retrieve the guide for agents: registration, claim and API calls, step by step',
    type: 'text/markdown; charset=utf-8',
    make: async (app) => guideText(app.config, (await getSiteSettings(app)).name, await openSkills(app)),
  },
];
