import { Problem, msg } from '../../kernel/problem.ts';
import { newToken, seal, tokenHash, unseal } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { findClient, isRedirectUri, type OAuthClient } from './client.ts';
import { getClientForConsent } from './registration.ts';
import { parseResources, parseScopes } from './scopes.ts';

/** The parameters of an authorization request, as a client sends them (RFC 6749, 4.1.1). */
export interface AuthorizationParameters {
  client_id?: string | undefined;
  response_type?: string | undefined;
  response_mode?: string | undefined;
  redirect_uri?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  resource?: string | string[] | undefined;
  nonce?: string | undefined;
  prompt?: string | undefined;
  max_age?: string | undefined;
  id_token_hint?: string | undefined;
  request?: string | undefined;
}

/** Where the answer goes. The address is the client's own. */
export interface ReturnAddress {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
}

/** A valid request, on which a person decides. */
export interface AuthorizationRequest extends ReturnAddress {
  scopes: string[];
  resources: string[];
  codeChallenge: string;
  nonce: string | undefined;
  prompt: readonly string[];
  /** The longest time since the person signed in, in milliseconds. */
  maxAge: number | undefined;
}

const refuse = (code: string, text: string, field = '') => new Problem('invalid', text, { code, field });

/**
 * Returns where errors are sent. Throws if the client or its address is not known: nobody may be sent to an address
 * that the client has not registered.
 * @param mayFetch whether a metadata document is fetched, if it is not known
 */
export async function getReturnAddress(
  app: App,
  given: AuthorizationParameters,
  mayFetch = true,
): Promise<ReturnAddress> {
  const client = await getClientForConsent(app, given.client_id ?? '', mayFetch);
  const [only, ...others] = client.redirectUris;
  const redirectUri = given.redirect_uri ?? (others.length === 0 ? only : undefined);
  if (redirectUri === undefined || !isRedirectUri(client, redirectUri))
    throw new Problem('invalid', msg('The redirect URL does not match the registered one'), {
      field: 'redirect_uri',
      code: 'invalid_request',
    });
  return { client, redirectUri, state: given.state };
}

/** Checks a request whose errors the client gets. Throws with OAuth's codes. */
export function parseAuthorization(
  app: App,
  back: ReturnAddress,
  given: AuthorizationParameters,
): AuthorizationRequest {
  if (given.request !== undefined)
    throw refuse('request_not_supported', 'Requests as JWTs are not supported', 'request');
  if (given.response_type !== 'code')
    throw given.response_type === undefined
      ? refuse('invalid_request', 'response_type is missing', 'response_type')
      : refuse('unsupported_response_type', 'response_type must be code', 'response_type');
  if (given.response_mode !== undefined && given.response_mode !== 'query')
    throw refuse('invalid_request', 'response_mode must be query', 'response_mode');
  if (given.code_challenge === undefined)
    throw refuse('invalid_request', 'code_challenge is missing: PKCE is required', 'code_challenge');
  if (given.code_challenge_method !== 'S256')
    throw refuse('invalid_request', 'code_challenge_method must be S256', 'code_challenge_method');
  if (!/^[\w-]{43}$/.test(given.code_challenge))
    throw refuse('invalid_request', 'code_challenge must be a SHA-256 in base64url', 'code_challenge');
  if (given.max_age !== undefined && !/^\d{1,9}$/.test(given.max_age))
    throw refuse('invalid_request', 'max_age must be a number of seconds', 'max_age');
  const prompt = (given.prompt ?? '').split(' ').filter(Boolean);
  if (prompt.includes('none') && prompt.length > 1)
    throw refuse('invalid_request', 'prompt none stands alone', 'prompt');
  return {
    ...back,
    scopes: parseScopes(given.scope),
    resources: parseResources(app.config, given.resource),
    codeChallenge: given.code_challenge,
    nonce: given.nonce,
    prompt,
    maxAge: given.max_age === undefined ? undefined : Number(given.max_age) * 1000,
  };
}

/** Returns the client's address with an answer. The issuer is part of it, against mix-up (RFC 9207). */
export function answerAddress(
  { config }: Pick<App, 'config'>,
  { redirectUri, state }: Pick<ReturnAddress, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({
    ...answer,
    ...(state !== undefined && { state }),
    iss: config.plazaUrl,
  });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** Returns the client's address with an error of OAuth. */
export const errorAddress = (app: Pick<App, 'config'>, back: ReturnAddress, problem: Problem): string =>
  answerAddress(app, back, {
    error: problem.code ?? 'invalid_request',
    error_description: problem.message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, ' '),
  });

/** Time to decide. */
const consentLifetime = minutes(30);
/** Marks what is sealed, so that nothing else that is sealed with the same key can stand for it. */
const purpose = 'oauth-consent';

/** Seals a request for the form, so that the person decides about what they have seen, and nobody else does. */
export function sealRequest(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  { client, ...request }: AuthorizationRequest,
  pushed: string | undefined,
): string {
  const expires = clock.now().getTime() + consentLifetime;
  const text = JSON.stringify({
    purpose,
    viewer: viewer.id,
    expires,
    clientId: client.clientId,
    pushed,
    request,
  });
  return seal(config.secretKey, text).toString('base64url');
}

interface Sealed {
  purpose: string;
  viewer: string;
  expires: number;
  clientId: string;
  pushed: string | undefined;
  request: Omit<AuthorizationRequest, 'client'>;
}

/** Opens what `sealRequest` sealed for this person. Its client may have changed since. */
export async function openRequest(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  sealed: string,
): Promise<{ request: AuthorizationRequest; pushed: string | undefined }> {
  const expired = new Problem('gone', msg('This request has expired. Go back to the app and start again.'));
  let opened: Sealed;
  try {
    opened = JSON.parse(unseal(app.config.secretKey, Buffer.from(sealed, 'base64url'))) as Sealed;
  } catch {
    // Changed, or sealed with a former key.
    throw expired;
  }
  if (opened.purpose !== purpose || opened.viewer !== viewer.id || opened.expires < app.clock.now().getTime())
    throw expired;
  const client = await findClient(app, opened.clientId);
  if (!client || !isRedirectUri(client, opened.request.redirectUri)) throw expired;
  return { request: { ...opened.request, client }, pushed: opened.pushed };
}

const pushedLifetime = minutes(10);
const requestUri = 'urn:ietf:params:oauth:request_uri:';

/** Stores a request that its client pushed (RFC 9126), and returns its URI. */
export async function pushRequest(
  app: App,
  client: OAuthClient,
  given: AuthorizationParameters,
): Promise<{ request_uri: string; expires_in: number }> {
  parseAuthorization(app, await getReturnAddress(app, { ...given, client_id: client.clientId }), given);
  const token = newToken();
  await app.db
    .insertInto('agents.pushed_request')
    .values({
      uri_hash: tokenHash(token),
      client_id: client.clientId,
      parameters: JSON.stringify({ ...given, client_id: client.clientId }),
      expires_at: new Date(app.clock.now().getTime() + pushedLifetime),
    })
    .execute();
  return { request_uri: `${requestUri}${token}`, expires_in: pushedLifetime / 1000 };
}

/** Returns the parameters behind a request URI. Others beside it do not count. */
export async function getPushedRequest(
  app: App,
  uri: string,
  clientId: string | undefined,
): Promise<AuthorizationParameters> {
  const row = await app.db
    .selectFrom('agents.pushed_request')
    .select(['client_id', 'parameters'])
    .where('uri_hash', '=', hashOf(uri))
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst();
  if (!row || row.client_id !== clientId)
    throw new Problem('invalid', msg('This request has expired. Go back to the app and start again.'), {
      field: 'request_uri',
      code: 'invalid_request_uri',
    });
  return row.parameters as AuthorizationParameters;
}

/** A request URI works once. */
export async function endPushedRequest({ db }: Pick<App, 'db'>, uri: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('agents.pushed_request')
    .where('uri_hash', '=', hashOf(uri))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

const hashOf = (uri: string) => tokenHash(uri.startsWith(requestUri) ? uri.slice(requestUri.length) : '');
