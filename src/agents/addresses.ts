import type { Config } from '../platform/settings/config.ts';

/**
 * The grant type that exchanges a claim token, as this service advertises it, and as clients of auth.md spell
 * it.
 */
export const claimGrant = 'urn:example:agent-auth:grant-type:claim';
export const claimGrants: readonly string[] = [claimGrant, 'urn:workos:agent-auth:grant-type:claim'];
export const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * Returns every absolute address of the agent protocol. All documents use these, so that they agree exactly.
 */
export function agentAddresses({ plazaUrl }: Pick<Config, 'plazaUrl'>) {
  const at = (path: string) => `${plazaUrl}${path}`;
  return {
    issuer: plazaUrl,
    guide: at('/auth.md'),
    identity: at('/agent/identity'),
    claim: at('/agent/identity/claim'),
    token: at('/oauth2/token'),
    authorization: at('/oauth2/authorize'),
    pushedRequests: at('/oauth2/par'),
    clients: at('/oauth2/register'),
    userinfo: at('/oauth2/userinfo'),
    revocation: at('/oauth2/revoke'),
    keys: at('/.well-known/jwks.json'),
    a2a: at('/a2a'),
    mcp: at('/mcp'),
    mcpCard: at('/.well-known/mcp/server-card.json'),
    card: at('/.well-known/agent-card.json'),
    approval: (userCode: string) => at(`/claim?code=${userCode}`),
  };
}

/** Returns the same addresses under the names used by the specification, auth.md and scanners. */
export function agentAuth(config: Pick<Config, 'plazaUrl'>) {
  const { guide, identity, claim, token, revocation } = agentAddresses(config);
  return {
    skill: guide,
    register_uri: identity,
    identity_endpoint: identity,
    claim_endpoint: claim,
    claim_uri: claim,
    token_endpoint: token,
    revocation_endpoint: revocation,
    revocation_uri: revocation,
    identity_types_supported: ['anonymous'],
    methods: ['anonymous-claim'],
    anonymous: { credential_types_supported: ['access_token'], claim_uri: claim },
  };
}

/** Without the slash at the end, which addresses of resources may or may not have. */
export const plainResource = (address: string) => address.replace(/\/$/, '');

/** The resources for which tokens are issued: each service as a whole, and its doors for programs. */
export const resourcesOf = ({ plazaUrl, hopUrl }: Pick<Config, 'plazaUrl' | 'hopUrl'>): string[] => [
  ...['', '/mcp', '/a2a', '/apis/php', '/api'].map((path) => `${plainResource(plazaUrl)}${path}`),
  ...['', '/mcp', '/api'].map((path) => `${plainResource(hopUrl)}${path}`),
];

/** Whether a token for the resources is valid at an address. Without resources, it is valid at both services. */
export const coversAddress = (resources: readonly string[] | null, address: string): boolean =>
  !resources?.length || resources.some((each) => address === each || address.startsWith(`${each}/`));
