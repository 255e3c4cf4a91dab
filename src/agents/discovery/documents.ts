import { createHash } from 'node:crypto';
import { apiCatalogOf } from '../../kernel/doors.ts';
import type { Config } from '../../platform/settings/config.ts';
import { agentAddresses, agentAuth, assertionGrant, claimGrant, resourcesOf } from '../addresses.ts';
import { oauthScopes, scopesAt } from '../oauth/scopes.ts';
import { describeForMessages, metadataOf, type Skill, textMeaning } from '../skill.ts';

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
    supportedInterfaces: [
      { url: a2a, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: a2a, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: a2a, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
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
export function protectedResource(config: Addressed, name: string, part: '' | '/mcp' = '') {
  const { issuer, guide } = agentAddresses(config);
  return {
    resource: `${issuer}${part}`,
    authorization_servers: [issuer],
    scopes_supported: part === '' ? ['api', ...scopesAt.plaza] : [...scopesAt.plaza],
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_logo_uri: `${issuer}/icon-192.png`,
    resource_documentation: guide,
  };
}

/** RFC 9728 for Hop, whose authorization server is Plaza's, by path. */
export function hopResources(config: Addressed): Record<string, object> {
  const { issuer, guide } = agentAddresses(config);
  const at = (part: '' | '/mcp') => ({
    resource: `${config.hopUrl}${part}`,
    authorization_servers: [issuer],
    scopes_supported: [...scopesAt.hop],
    bearer_methods_supported: ['header'],
    resource_name: 'Hop',
    resource_documentation: guide,
  });
  const path = '/.well-known/oauth-protected-resource';
  return { [path]: at(''), [`${path}/mcp`]: at('/mcp') };
}

/** RFC 8414 metadata, with the `agent_auth` block of auth.md. */
export function authorizationServer(config: Addressed) {
  const { issuer, authorization, pushedRequests, clients, token, revocation, keys, guide } =
    agentAddresses(config);
  return {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    revocation_endpoint: revocation,
    pushed_authorization_request_endpoint: pushedRequests,
    registration_endpoint: clients,
    jwks_uri: keys,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', claimGrant, assertionGrant],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    require_pushed_authorization_requests: false,
    protected_resources: resourcesOf(config).filter((each) => !each.endsWith('/api')),
    scopes_supported: ['api', ...oauthScopes],
    service_documentation: guide,
    agent_auth: agentAuth(config),
  };
}

/** OpenID Connect Discovery: the same server, for apps that sign people in. */
export function openIdProvider(config: Addressed) {
  return {
    ...authorizationServer(config),
    userinfo_endpoint: agentAddresses(config).userinfo,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: [
      ...['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce'],
      ...['name', 'preferred_username', 'picture', 'profile', 'locale', 'email', 'email_verified'],
    ],
    prompt_values_supported: ['none', 'login', 'consent'],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** RFC 9727: all APIs with their descriptions. */
export const apiCatalog = ({ plazaUrl }: Addressed) => apiCatalogOf('plaza', plazaUrl);

/** The server card for clients of the Model Context Protocol. */
export function mcpCard(config: Addressed, { name, description }: { name: string; description: string }) {
  const { mcp, guide, issuer } = agentAddresses(config);
  return {
    name,
    description,
    version: '4.2.1',
    documentationUrl: guide,
    remotes: [{ type: 'streamable-http', url: mcp, supportedProtocolVersions: ['2026-07-28', '2025-11-25'] }],
    authentication: {
      required: true,
      schemes: ['bearer', 'oauth2'],
      resourceMetadata: `${issuer}/.well-known/oauth-protected-resource/mcp`,
    },
    capabilities: { tools: {}, resources: {}, prompts: {} },
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

${[`- Text of the message: ${textMeaning(skill)}`, ...metadata].join('\n')}

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
