import type { Config } from '../platform/settings/config.ts';

/** The grant by which a claim token is exchanged, as this service advertises it, and as agents of auth.md spell it. */
export const claimGrant = 'urn:example:agent-auth:grant-type:claim';
export const claimGrants: readonly string[] = [claimGrant, 'urn:workos:agent-auth:grant-type:claim'];
export const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Every address of the agents' protocol, absolute. All documents are made from these, so that they agree to the character. */
export function agentAddresses({ plazaUrl }: Pick<Config, 'plazaUrl'>) {
  const at = (path: string) => `${plazaUrl}${path}`;
  return {
    issuer: plazaUrl,
    guide: at('/auth.md'),
    identity: at('/agent/identity'),
    claim: at('/agent/identity/claim'),
    token: at('/oauth2/token'),
    revocation: at('/oauth2/revoke'),
    keys: at('/.well-known/jwks.json'),
    a2a: at('/a2a'),
    mcp: at('/mcp'),
    card: at('/.well-known/agent-card.json'),
    approval: (userCode: string) => at(`/claim?code=${userCode}`),
  };
}

/** The names that the specification, auth.md and scanners have for the same addresses. */
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
