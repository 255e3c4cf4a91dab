import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { pushRequest } from './authorization.ts';
import { getUserInfo } from './openid.ts';
import { ClientMetadata, getClientForConsent, registerClient } from './registration.ts';
import { identifyClient, ClientCredentials, Resource } from './token-api.ts';

const tag = 'Agents';
const text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description && { description }) }));

/** Parameters of an authorization request. */
export const AuthorizationQuery = {
  client_id: text(500, 'Of a registered app, or the https URL of its metadata document'),
  response_type: text(100, '`code`'),
  response_mode: text(100, '`query`'),
  redirect_uri: text(2000, 'Compared exactly, but for the port on the same machine'),
  scope: text(500, 'Scopes, separated by spaces'),
  state: text(2000, 'Returned unchanged'),
  code_challenge: text(200, 'SHA-256 of the verifier in base64url (PKCE)'),
  code_challenge_method: text(20, '`S256`'),
  resource: Resource,
  nonce: text(500, 'Returned in the id token'),
  prompt: text(100, '`none`, `login` or `consent`'),
  max_age: text(20, 'Seconds since the person signed in; after more, they sign in again'),
  id_token_hint: text(5000, 'An id token of the person who is expected, for `prompt=none`'),
  request: text(10_000),
};

const person = Type.Object({
  sub: Type.String({ description: 'The id of the account' }),
  name: text(200),
  preferred_username: text(200),
  picture: text(2000),
  profile: text(2000),
  locale: text(20),
  email: text(500),
  email_verified: Type.Optional(Type.Boolean()),
});

export const oauthRoutes = [
  endpoint({
    method: 'POST',
    path: '/oauth2/par',
    summary: 'Push an authorization request',
    description:
      'RFC 9126. Send the parameters of an authorization request, and open the authorization page with the `request_uri` of the response and the `client_id`. It works once, within ten minutes.',
    tag,
    access: 'anyone',
    status: 201,
    limit: { by: ['address'], calls: 60, within: minutes(1) },
    body: Type.Object({
      ...AuthorizationQuery,
      ...ClientCredentials,
      request_uri: text(500, 'Refused: a pushed request is none of another'),
    }),
    returns: Type.Object({ request_uri: Type.String(), expires_in: Type.Integer() }),
    example: {
      client_id: 'app_…',
      response_type: 'code',
      code_challenge: '…',
      code_challenge_method: 'S256',
    },
    handle: async ({ app, client, body: { client_secret, request_uri, ...given } }) => {
      if (request_uri !== undefined)
        throw new Problem('invalid', 'A pushed request cannot refer to another', {
          field: 'request_uri',
          code: 'invalid_request',
        });
      // A client by document is read first, and has no secret.
      if (given.client_id?.startsWith('https://')) await getClientForConsent(app, given.client_id);
      const asking = await identifyClient(app, client, { client_id: given.client_id, client_secret });
      return pushRequest(app, asking, given);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/oauth2/register',
    verb: registerClient,
    summary: 'Register an app',
    description:
      'RFC 7591, for apps without a metadata document. People see that nobody vouches for the name. A registration that nobody uses within a day is deleted.',
    tag,
    access: 'anyone',
    status: 201,
    body: ClientMetadata,
    returns: Type.Object({
      client_id: Type.String(),
      client_secret: text(200, 'Returned once'),
      client_secret_expires_at: Type.Optional(Type.Integer()),
      client_id_issued_at: Type.Integer(),
      client_name: Type.String(),
      client_uri: text(2000),
      redirect_uris: Type.Array(Type.String()),
      grant_types: Type.Array(Type.String()),
      response_types: Type.Array(Type.String()),
      token_endpoint_auth_method: Type.String(),
    }),
    example: {
      client_name: 'Reading list',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    handle: async ({ app, body, client }) => (await registerClient(app, body, client.address)) as never,
  }),
  ...(['GET', 'POST'] as const).map((method) =>
    endpoint({
      method,
      path: '/oauth2/userinfo',
      summary:
        method === 'GET' ? 'Get the person of an access token' : 'Get the person of an access token by POST',
      description: 'OpenID Connect: the claims of the scopes `profile` and `email`.',
      tag,
      access: 'member',
      returns: person,
      handle: ({ app, caller }) => getUserInfo(app, caller),
    }),
  ),
];
