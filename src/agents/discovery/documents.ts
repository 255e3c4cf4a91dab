import { createHash } from 'node:crypto';
import type { Config } from '../../platform/settings/config.ts';
import { agentAddresses, agentAuth, assertionGrant, claimGrant } from '../addresses.ts';
import { describeForMessages, metadataOf, type Skill, textOf } from '../skill.ts';

interface CardOptions {
  name: string;
  description: string;
  skills: readonly Skill[];
}

/** Returns one agent card for clients of A2A 0.3 and 1.0, with the members that each version requires. */
export function agentCard(config: Pick<Config, 'plazaUrl'>, { name, description, skills }: CardOptions) {
  const { a2a, guide } = agentAddresses(config);
  const bearer = 'bearer';
  return {
    protocolVersion: '0.3.0',
    name,
    description: `${description}. Set params.skillId or metadata.skillId to a skill and metadata.target to what it acts on. Register and get a token as described in ${guide}.`,
    version: '4.2.1',
    url: a2a,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url: a2a, transport: 'JSONRPC' }],
    supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
      url: a2a,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    provider: { organization: name, url: config.plazaUrl },
    documentationUrl: guide,
    iconUrl: `${config.plazaUrl}/icon-192.png`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    securitySchemes: {
      [bearer]: { type: 'http', scheme: 'bearer', httpAuthSecurityScheme: { scheme: 'bearer' } },
    },
    security: [{ [bearer]: [] }],
    securityRequirements: [{ schemes: { [bearer]: { list: [] } } }],
    skills: skills.map((skill) => ({
      id: skill.id,
      name: skill.name,
      description: describeForMessages(skill),
      tags: skill.tags,
      examples: skill.examples,
      inputModes: ['text/plain'],
      outputModes: ['text/plain', 'application/json'],
    })),
  };
}

type Addressed = Pick<Config, 'plazaUrl' | 'hopUrl'>;

/** RFC 9728: the protected resource and its authorization server. */
export function protectedResource(config: Addressed, name: string) {
  const { issuer, guide } = agentAddresses(config);
  return {
    resource: issuer,
    authorization_servers: [issuer],
    scopes_supported: ['api'],
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_logo_uri: `${issuer}/icon-192.png`,
    resource_documentation: guide,
  };
}

/** RFC 8414 metadata, with the `agent_auth` block of auth.md. */
export function authorizationServer(config: Addressed) {
  const { issuer, token, revocation, keys, guide } = agentAddresses(config);
  return {
    issuer,
    token_endpoint: token,
    revocation_endpoint: revocation,
    jwks_uri: keys,
    response_types_supported: [],
    grant_types_supported: [claimGrant, assertionGrant],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['api'],
    service_documentation: guide,
    agent_auth: agentAuth(config),
  };
}

/** RFC 9727: all APIs with their descriptions. */
export function apiCatalog(config: Addressed) {
  const { issuer, a2a, card, guide, mcp, mcpCard } = agentAddresses(config);
  const link = (href: string, type: string) => [{ href, type }];
  const openapi = link(`${issuer}/openapi.json`, 'application/vnd.oai.openapi+json;version=3.1');
  const docs = link(`${issuer}/api-docs`, 'text/html');
  const api = (path: string) => ({
    anchor: `${issuer}${path}`,
    'service-desc': openapi,
    'service-doc': docs,
  });
  return {
    linkset: [
      api('/apis/php'),
      {
        anchor: a2a,
        'service-desc': link(card, 'application/json'),
        'service-doc': link(guide, 'text/markdown'),
      },
      {
        anchor: mcp,
        'service-desc': link(mcpCard, 'application/json'),
        'service-doc': link(guide, 'text/markdown'),
      },
      {
        anchor: `${issuer}/api`,
        'service-desc': [...link(`${issuer}/.well-known/x402`, 'application/json'), ...openapi],
        'service-doc': link(`${issuer}/developers/paid`, 'text/html'),
      },
      api('/citations'),
      api('/api/oauth'),
    ],
  };
}

/** The server card for clients of the Model Context Protocol. */
export function mcpCard(config: Addressed, { name, description }: { name: string; description: string }) {
  const { mcp, guide } = agentAddresses(config);
  return {
    name,
    description,
    version: '4.2.1',
    documentationUrl: guide,
    remotes: [{ type: 'streamable-http', url: mcp }],
    authentication: { required: true, schemes: ['bearer'] },
    capabilities: { tools: {} },
  };
}

/** Returns a skill as `SKILL.md`, which assistants load when they need it. */
export function skillDocument(config: Pick<Config, 'plazaUrl'>, skill: Skill): string {
  const { a2a, guide } = agentAddresses(config);
  const metadata = metadataOf(skill).map(
    ({ name, description, words, isRequired }) =>
      `- \`metadata.${name}\`${isRequired ? ' (required)' : ''}: ${description}${words ? `. One of ${words.join(', ')}` : ''}`,
  );
  return `---
name: ${skill.id}
description: ${JSON.stringify(skill.description)}
---

# ${skill.name}

${skill.description}

Send \`message/send\` (JSON-RPC 2.0) to ${a2a} with \`params.skillId\` set to \`${skill.id}\` and an access token. To get one, see
${guide}.

${[`- Text of the message: ${textOf(skill)}`, ...metadata].join('\n')}

Examples: ${skill.examples.join('; ')}
`;
}

/** Returns the skill index with the digest of each document. Assistants load it first. */
export function skillIndex(config: Pick<Config, 'plazaUrl'>, skills: readonly Skill[]) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map((skill) => ({
      name: skill.id,
      type: 'skill-md',
      description: skill.description,
      url: `${config.plazaUrl}/.well-known/agent-skills/${skill.id}/SKILL.md`,
      digest: `sha256:${createHash('sha256').update(skillDocument(config, skill)).digest('hex')}`,
    })),
  };
}
