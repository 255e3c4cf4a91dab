import { type Static, Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { Limit } from '../../platform/verb.ts';
import { agentAddresses, agentAuth, assertionGrant, claimGrant, claimGrants } from '../addresses.ts';
import { getAgentSettings, isInNetworks } from './agent-settings.ts';
import { registerAgent, type Registered } from './register-agent.ts';
import { exchangeAssertion, exchangeClaim, revokeToken } from './tokens.ts';

const at = Type.String({ format: 'date-time' });

/**
 * The response to a registration: the specification's field names, those of auth.md, and the nested ones of
 * its newer clients.
 */
const IdentityRecord = Type.Object({
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

function toIdentityRecord(
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

const tag = 'Agents';

/** Registrations of auth.md that are not offered, with their error codes. */
const notEnabled: Readonly<Record<string, string>> = {
  service_auth: 'service_auth_not_enabled',
  identity_assertion: 'issuer_not_enabled',
};

export const identityRoutes = [
  endpoint({
    method: 'POST',
    path: '/agent/identity',
    verb: registerAgent,
    summary: 'Register an agent',
    description:
      'Gives the agent its own identity, which acts for no one until a person approves its claim. JSON or form.',
    tag,
    access: 'anyone',
    body: Type.Object({
      type: Type.String({ maxLength: 100, description: 'The type of registration: `anonymous`' }),
      name: Type.Optional(
        Type.String({
          maxLength: 200,
          description: "The agent's name, which people see when they approve it",
        }),
      ),
    }),
    returns: IdentityRecord,
    example: { type: 'anonymous', name: 'Reading list' },
    handle: async ({ app, body, client }) => {
      const elsewhere = Object.hasOwn(notEnabled, body.type) ? notEnabled[body.type] : undefined;
      if (elsewhere !== undefined)
        throw new Problem('forbidden', msg('Agents register here with the type anonymous'), {
          field: 'type',
          code: elsewhere,
        });
      if (body.type !== 'anonymous')
        throw new Problem('invalid', msg('type must be anonymous'), {
          field: 'type',
          code: 'invalid_request',
        });
      const { registration, blockedNetworks } = await getAgentSettings(app);
      if (!registration || isInNetworks(blockedNetworks, client.address))
        throw new Problem('forbidden', msg('Agents cannot register at the moment'), {
          code: 'anonymous_not_enabled',
        });
      const { address, userAgent } = client;
      const registered = await registerAgent(app, { name: body.name ?? '', address, userAgent });
      return toIdentityRecord(registered, {
        ...agentAuth(app.config),
        claim: agentAddresses(app.config).claim,
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/agent/identity',
    summary: 'Retrieve the guide for registering and claiming an agent',
    tag,
    access: 'anyone',
    returns: Type.Unsafe<ReturnType<typeof agentAuth>>(Type.Object({}, { additionalProperties: true })),
    handle: ({ app }) => agentAuth(app.config),
  }),
];

/** Polling every five seconds is twelve requests a minute per agent. */
const limit: Limit = { by: ['address'], calls: 120, within: minutes(1) };

const Exchange = Type.Object({
  grant_type: Type.String({
    minLength: 1,
    maxLength: 200,
    description: `\`${claimGrant}\` or \`${assertionGrant}\``,
  }),
  claim_token: Type.Optional(Type.String({ maxLength: 200, description: 'Required for the claim grant' })),
  assertion: Type.Optional(Type.String({ maxLength: 5000, description: 'Required for the JWT grant' })),
});

async function exchange(app: App, { grant_type, claim_token, assertion }: Static<typeof Exchange>) {
  if (claimGrants.includes(grant_type)) return exchangeClaim(app, needed('claim_token', claim_token));
  if (grant_type === assertionGrant) return exchangeAssertion(app, needed('assertion', assertion));
  throw new Problem('invalid', `grant_type must be ${claimGrant} or ${assertionGrant}`, {
    field: 'grant_type',
    code: 'unsupported_grant_type',
  });
}

function needed(name: string, value: string | undefined): string {
  if (value) return value;
  throw new Problem('invalid', `${name} is missing`, { field: name, code: 'invalid_request' });
}

export const tokenRoutes = [
  endpoint({
    method: 'POST',
    path: '/oauth2/token',
    summary: 'Exchange a claim token or an assertion for an access token',
    description:
      'JSON or form. Until the person has decided, the claim grant fails with `authorization_pending`. Poll again after `interval` seconds, and 5 seconds more after each `slow_down`.',
    tag: 'Agents',
    access: 'anyone',
    limit,
    body: Exchange,
    returns: Type.Object({
      access_token: Type.String(),
      token_type: Type.Literal('Bearer'),
      expires_in: Type.Integer({ description: 'Lifetime in seconds' }),
      scope: Type.String({ description: '`api`, or empty until a person has approved the agent' }),
      identity_assertion: Type.String(),
      assertion_expires: Type.String({ format: 'date-time' }),
    }),
    example: { grant_type: claimGrant, claim_token: 'clm_…' },
    handle: ({ app, body }) => exchange(app, body),
  }),
  endpoint({
    method: 'POST',
    path: '/oauth2/revoke',
    summary: 'Revoke an access token',
    description:
      'Also succeeds for a token that is unknown or already revoked (RFC 7009). The agent remains connected: only its person can disconnect it.',
    tag: 'Agents',
    access: 'anyone',
    limit,
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 500 }),
      token_type_hint: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    returns: Type.Object({}),
    example: { token: 'agt_…' },
    handle: async ({ app, body }) => {
      await revokeToken(app, body.token);
      return {};
    },
  }),
];
