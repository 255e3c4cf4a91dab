import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { operations, pagesFor } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { getAgentSettings } from '../identity/agent-settings.ts';
import { publicKeys, currentSigningKey } from '../identity/assertion.ts';
import type { Skill } from '../skill.ts';
import { skills } from '../skills/skills.ts';
import {
  agentCard,
  apiCatalog,
  authorizationServer,
  mcpCard,
  openIdProvider,
  protectedResource,
  skillDocument,
  skillIndex,
} from './documents.ts';
import { guideText } from './guide.ts';
import { FlattenedSign } from 'jose';
import { canonical } from '../../kernel/json.ts';
import { agentAddresses } from '../addresses.ts';

const anyone = operations('Documents', 'anyone');

export const agentDiscoveryRoutes = [
  anyone.get({
    path: '/.well-known/agent-skills/{skill}/SKILL.md',
    summary: 'Retrieve a skill for assistants',
    description: 'Markdown with front matter: when to use the skill and how to call it.',
    params: Type.Object({ skill: Type.String({ maxLength: 60 }) }),
    returns: Type.Unknown({ description: 'Markdown with front matter' }),
    handle: async ({ app, client, params }) => {
      const skill = (await openSkills(app)).find(({ id }) => id === params.skill);
      if (!skill) throw missing('Skill');
      client.setHeader('cache-control', 'public, max-age=600');
      client.setHeader('content-type', 'text/markdown; charset=utf-8');
      return skillDocument(app.config, skill);
    },
  }),
];

/** Returns the enabled skills. */
async function openSkills(app: App): Promise<readonly Skill[]> {
  const { disabledSkills } = await getAgentSettings(app);
  return skills.filter(({ id }) => !disabledSkills.includes(id));
}

interface Document {
  paths: readonly string[];
  summary: string;
  description: string;
  /** Its first parts. */
  example: object | string;
  type: string;
  make: (app: App) => Promise<object | string> | object | string;
}

const json = 'application/json; charset=utf-8';

const card = async (app: App) => {
  const { name, description } = await getSiteSettings(app);
  const unsigned = agentCard(app.config, { name, description, skills: await openSkills(app) });
  return signCard(app, unsigned);
};

/** Discovery documents for agents before they register, built from the same constants. */
const documents: readonly Document[] = [
  {
    paths: ['/.well-known/agent-card.json', '/.well-known/agent.json'],
    summary: 'Retrieve the agent card, for A2A 0.3 and 1.0',
    description: 'What the agent of this service is called, can do, and where it answers. It is signed.',
    example: {
      protocolVersion: '0.3.0',
      name: 'Plaza',
      url: 'https://plaza.example/a2a',
      skills: [{ id: 'post' }],
    },
    type: json,
    make: card,
  },
  {
    paths: ['/.well-known/api-catalog'],
    summary: 'Retrieve the API catalog (RFC 9727)',
    description: 'Every API of this service with its description.',
    example: { linkset: [{ anchor: 'https://plaza.example/apis/php' }] },
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    make: (app) => apiCatalog(app.config),
  },
  {
    paths: ['/.well-known/oauth-protected-resource'],
    summary: 'Retrieve the protected resource metadata (RFC 9728)',
    description: 'Who gives access tokens for this service, and which scopes there are.',
    example: { resource: 'https://plaza.example', authorization_servers: ['https://plaza.example'] },
    type: json,
    make: async (app) => protectedResource(app.config, (await getSiteSettings(app)).name),
  },
  {
    paths: ['/.well-known/oauth-protected-resource/mcp'],
    summary: 'Retrieve the protected resource metadata of the Model Context Protocol (RFC 9728)',
    description: 'Who gives access tokens for /mcp.',
    example: { resource: 'https://plaza.example/mcp', authorization_servers: ['https://plaza.example'] },
    type: json,
    make: async (app) => protectedResource(app.config, (await getSiteSettings(app)).name, '/mcp'),
  },
  {
    paths: ['/.well-known/openid-configuration'],
    summary: 'Retrieve the OpenID provider metadata (OpenID Connect Discovery)',
    description: 'The addresses for “Sign in with” this service.',
    example: { issuer: 'https://plaza.example', token_endpoint: 'https://plaza.example/oauth2/token' },
    type: json,
    make: (app) => openIdProvider(app.config),
  },
  {
    paths: ['/.well-known/oauth-authorization-server'],
    summary: 'Retrieve the authorization server metadata (RFC 8414, auth.md)',
    description: 'The addresses and methods of OAuth 2.1, and of the registration of agents.',
    example: { issuer: 'https://plaza.example', token_endpoint: 'https://plaza.example/oauth2/token' },
    type: json,
    make: (app) => authorizationServer(app.config),
  },
  {
    paths: ['/.well-known/jwks.json'],
    summary: 'List the keys that verify identity assertions',
    description: 'Public keys as JWK. Keep them until an unknown `kid` comes.',
    example: { keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: '44ff6412' }] },
    type: json,
    make: async (app) => ({ keys: await publicKeys(app) }),
  },
  {
    paths: ['/.well-known/mcp/server-card.json'],
    summary: 'Retrieve the server card of the Model Context Protocol',
    description: 'Where the server answers, and how it is called.',
    example: { name: 'Plaza', remotes: [{ type: 'streamable-http', url: 'https://plaza.example/mcp' }] },
    type: json,
    make: async (app) => mcpCard(app.config, await getSiteSettings(app)),
  },
  {
    paths: ['/.well-known/agent-skills/index.json'],
    summary: 'List the skills for assistants',
    description: 'Each with the address and digest of its SKILL.md.',
    example: { skills: [{ name: 'post', type: 'skill-md' }] },
    type: json,
    make: async (app) => skillIndex(app.config, await openSkills(app)),
  },
  {
    paths: ['/auth.md'],
    summary: 'Retrieve the guide for agents: registration, claim and API calls, step by step',
    description: 'Markdown with commands for a shell.',
    example: '# auth.md: agent authentication at Plaza',
    type: 'text/markdown; charset=utf-8',
    make: async (app) => guideText(app.config, (await getSiteSettings(app)).name, await openSkills(app)),
  },
];

const visitor = pagesFor('anyone');

/**
 * Requested by every visiting agent and dependent only on the operator's settings, so responses are cached.
 */
export const agentDiscoveryPages = documents.flatMap(({ paths, type, make: create, ...described }) =>
  paths.map((path) =>
    visitor.get({
      path,
      cached: true,
      described: { ...described, tag: 'Documents', type },
      handle: async ({ app, client }) => {
        client.setHeader('cache-control', 'public, max-age=600');
        if (path.endsWith('api-catalog'))
          client.setHeader('link', `<${app.config.plazaUrl}${path}>; rel="api-catalog"`);
        const document = await create(app);
        return { type, body: typeof document === 'string' ? document : JSON.stringify(document) };
      },
    }),
  ),
);

type Value =
  string | number | boolean | null | undefined | readonly Value[] | { readonly [key: string]: Value };

/** Members of a card in A2A 1.0, which are signed. Those for 0.3 beside them are not. */
const signed = [
  ...['name', 'description', 'version', 'provider', 'documentationUrl', 'iconUrl', 'capabilities'],
  ...['supportedInterfaces', 'securitySchemes', 'securityRequirements', 'defaultInputModes'],
  ...['defaultOutputModes', 'skills'],
];

/** Adds the signature of A2A 1.0, 8.4: a JWS with a key of the published JWKS over the canonical JSON of the card. */
async function signCard<Card extends object>(app: App, card: Card): Promise<Card & { signatures: object[] }> {
  const { id, key } = await currentSigningKey(app);
  const text = canonicalCard(card);
  if (last?.text !== text || last.key !== id) {
    const { protected: header, signature } = await new FlattenedSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'JOSE', jku: agentAddresses(app.config).keys })
      .sign(key);
    last = { text, key: id, signature: { protected: header, signature } };
  }
  return { ...card, signatures: [last.signature] };
}

/** Signatures are random, so the last one is returned again: the same card has the same ETag. */
let last: { text: string; key: string; signature: object } | undefined;

/** The JSON that is signed: only the signed members, without empty values, with sorted keys (RFC 8785). */
function canonicalCard(card: object): string {
  const members = Object.entries(card).filter(([name]) => signed.includes(name));
  const plain = withoutEmpty(inSchema(Object.fromEntries(members)));
  return canonical(plain ?? {});
}

/** Security schemes have the members of 0.3 beside those of 1.0. */
function inSchema({ securitySchemes = {}, ...card }: Record<string, Value>): Value {
  const schemes = Object.entries(securitySchemes as Record<string, { httpAuthSecurityScheme: Value }>);
  return {
    ...card,
    securitySchemes: Object.fromEntries(
      schemes.map(([name, { httpAuthSecurityScheme }]) => [name, { httpAuthSecurityScheme }]),
    ),
  };
}

function withoutEmpty(value: Value): Value {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map(withoutEmpty).filter((each) => each !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== 'object') return value;
  const members = Object.entries(value)
    .map(([name, each]) => [name, withoutEmpty(each)] as const)
    .filter(([, each]) => each !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
