import type { Config } from '../../platform/settings/config.ts';
import { agentAddresses, agentAuth, assertionGrant, claimGrant } from '../addresses.ts';

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
