import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { Limit } from '../../platform/verb.ts';
import { assertionGrant, claimGrant, claimGrants } from '../addresses.ts';
import { exchangeAssertion } from './exchange-assertion.ts';
import { exchangeClaim } from './exchange-claim.ts';
import { revokeToken } from './revoke-token.ts';

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
