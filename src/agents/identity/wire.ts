import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Registered } from './register-agent.ts';

const at = Type.String({ format: 'date-time' });

/**
 * The response to a registration: the specification's field names, those of auth.md, and the nested ones of
 * its newer clients.
 */
export const IdentityRecord = Type.Object({
  registration_id: Type.String(),
  registration_type: Type.Literal('anonymous'),
  identity_assertion: Type.String({ description: 'JWT, valid for 30 minutes' }),
  assertion_expires: at,
  claim_token: Type.String({ description: 'Opaque token that starts one claim within 30 minutes' }),
  claim_token_expires: at,
  claim_url: Type.String(),
  pre_claim_scopes: Type.Array(Type.String()),
  post_claim_scopes: Type.Array(Type.String()),
  skill: Type.String(),
  register_uri: Type.String(),
  identity_endpoint: Type.String(),
  claim_endpoint: Type.String(),
  claim_uri: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  revocation_uri: Type.String(),
  identity_types_supported: Type.Array(Type.String()),
  methods: Type.Array(Type.String()),
  id: Type.String(),
  type: Type.Literal('anonymous'),
  identity: Type.Object({ assertion: Type.String(), expires_at: at }),
  claim: Type.Object({ token: Type.String(), expires_at: at, url: Type.String() }),
  scopes: Type.Object({ pre_claim: Type.Array(Type.String()), post_claim: Type.Array(Type.String()) }),
});

export function toIdentityRecord(
  registered: Registered,
  { claim, ...endpoints }: Record<string, unknown> & { claim: string },
): Static<typeof IdentityRecord> {
  const { registrationId, claimToken, identity_assertion, assertion_expires } = registered;
  const claimExpires = registered.claimExpires.toISOString();
  return {
    ...(endpoints as unknown as Static<typeof IdentityRecord>),
    registration_id: registrationId,
    registration_type: 'anonymous',
    identity_assertion,
    assertion_expires,
    claim_token: claimToken,
    claim_token_expires: claimExpires,
    claim_url: claim,
    pre_claim_scopes: [],
    post_claim_scopes: ['api'],
    id: registrationId,
    type: 'anonymous',
    identity: { assertion: identity_assertion, expires_at: assertion_expires },
    claim: { token: claimToken, expires_at: claimExpires, url: claim },
    scopes: { pre_claim: [], post_claim: ['api'] },
  };
}
