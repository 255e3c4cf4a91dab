import { type Static, Type } from 'typebox';
import { Problem, msg } from '../../kernel/problem.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { agentAddresses, agentAuth } from '../addresses.ts';
import { getAgentSettings, isInNetworks } from './agent-settings.ts';
import { registerAgent, type Registered } from './register-agent.ts';

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
    description: 'What to send, step by step, for programs that ask before they read a document.',
    tag,
    access: 'anyone',
    returns: Type.Unsafe<ReturnType<typeof agentAuth>>(Type.Object({}, { additionalProperties: true })),
    handle: ({ app }) => agentAuth(app.config),
  }),
];
