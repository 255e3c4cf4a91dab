import { type Static, Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App, Limit } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { assertionGrant, claimGrant, claimGrants } from '../addresses.ts';
import { exchangeAssertion, exchangeClaim, revokeToken } from '../identity/tokens.ts';
import { authenticateClient, type OAuthClient, parseCredentials } from './client.ts';
import { exchangeCode, exchangeRefreshToken, revokeRefreshToken } from './grants.ts';

/** Polling every five seconds is twelve requests a minute per agent. */
const limit: Limit = { by: ['address'], calls: 120, within: minutes(1) };

const text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description && { description }) }));

/** Parameters of clients that authenticate in the body. */
export const ClientCredentials = { client_id: text(500), client_secret: text(200) };

export const Resource = Type.Optional(
  Type.Union(
    [Type.String({ maxLength: 500 }), Type.Array(Type.String({ maxLength: 500 }), { maxItems: 5 })],
    {
      description: 'Where the token is to be used (RFC 8707): a service, or its `/mcp`',
    },
  ),
);

const Exchange = Type.Object({
  grant_type: Type.String({
    minLength: 1,
    maxLength: 200,
    description: `\`authorization_code\`, \`refresh_token\`, \`${claimGrant}\` or \`${assertionGrant}\``,
  }),
  claim_token: text(200, 'Required for the claim grant'),
  assertion: text(5000, 'Required for the JWT grant'),
  code: text(200, 'Required for an authorization code'),
  code_verifier: text(200, 'Required for an authorization code (PKCE)'),
  redirect_uri: text(2000),
  refresh_token: text(200, 'Required to refresh'),
  scope: text(500, 'Of a narrower token'),
  resource: Resource,
  ...ClientCredentials,
});

async function exchange(app: App, client: Client, body: Static<typeof Exchange>) {
  const { grant_type } = body;
  if (claimGrants.includes(grant_type)) return exchangeClaim(app, needed('claim_token', body.claim_token));
  if (grant_type === assertionGrant) return exchangeAssertion(app, needed('assertion', body.assertion));
  if (grant_type === 'authorization_code')
    return exchangeCode(app, await identifyClient(app, client, body), {
      code: needed('code', body.code),
      verifier: needed('code_verifier', body.code_verifier),
      redirectUri: body.redirect_uri,
      resource: body.resource,
    });
  if (grant_type === 'refresh_token')
    return exchangeRefreshToken(app, await identifyClient(app, client, body), {
      refreshToken: needed('refresh_token', body.refresh_token),
      scope: body.scope,
      resource: body.resource,
    });
  throw new Problem('invalid', `grant_type must be ${claimGrant} or ${assertionGrant}`, {
    field: 'grant_type',
    code: 'unsupported_grant_type',
  });
}

function needed(name: string, value: string | undefined): string {
  if (value) return value;
  throw new Problem('invalid', `${name} is missing`, { field: name, code: 'invalid_request' });
}

/** Returns the client that sends a request. One that used the header is told so (RFC 6749, 5.2). */
export async function identifyClient(
  app: App,
  client: Client,
  body: Parameters<typeof parseCredentials>[1],
): Promise<OAuthClient> {
  const given = parseCredentials(client.authorization, body);
  try {
    return await authenticateClient(app, given);
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_client' && given.isBasic)
      client.setHeader('www-authenticate', 'Basic realm="oauth"');
    throw error;
  }
}

export const tokenRoutes = [
  endpoint({
    method: 'POST',
    path: '/oauth2/token',
    summary: 'Exchange a code, a refresh token, a claim token or an assertion for an access token',
    description:
      'JSON or form. Until the person has decided, the claim grant fails with `authorization_pending`. Poll again after `interval` seconds, and 5 seconds more after each `slow_down`. A code works once, within a minute. A refresh token works once; the response has the next one.',
    tag: 'Agents',
    access: 'anyone',
    limit,
    body: Exchange,
    returns: Type.Object({
      access_token: Type.String(),
      token_type: Type.Literal('Bearer'),
      expires_in: Type.Integer({ description: 'Lifetime in seconds' }),
      scope: Type.String({
        description:
          'The scopes of a code or refresh token. Else `api`, or empty until a person has approved the agent',
      }),
      identity_assertion: Type.Optional(Type.String()),
      assertion_expires: Type.Optional(Type.String({ format: 'date-time' })),
      refresh_token: Type.Optional(Type.String()),
      id_token: Type.Optional(Type.String({ description: 'With the scope `openid`: who signed in (ES256)' })),
    }),
    example: { grant_type: claimGrant, claim_token: 'clm_…' },
    handle: ({ app, body, client }) => exchange(app, client, body),
  }),
  endpoint({
    method: 'POST',
    path: '/oauth2/revoke',
    summary: 'Revoke an access token or a refresh token',
    description:
      'Also succeeds for a token that is unknown or already revoked (RFC 7009). A refresh token is revoked with all tokens of its grant. A claimed agent remains connected: only its person can disconnect it.',
    tag: 'Agents',
    access: 'anyone',
    limit,
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 500 }),
      token_type_hint: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    returns: Type.Object({}),
    example: { token: 'agt_…' },
    handle: async ({ app, body: { token } }) => {
      await (token.startsWith('rft_') ? revokeRefreshToken : revokeToken)(app, token);
      return {};
    },
  }),
];
