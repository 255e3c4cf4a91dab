import type * as OpenId from 'openid-client';
import { LRUCache } from 'lru-cache';
import { Problem, msg } from '../../kernel/problem.ts';
import { toStorable } from '../../kernel/text.ts';
import { hours, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Provider } from '../providers/providers.ts';

/** What is sent to a provider, and compared with what comes back. */
export interface ProviderAsk {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  /** Whether the person must prove again who they are, even if the provider knows their browser. */
  isAgain: boolean;
}

/** Who a provider says a person is. */
export interface ProviderIdentity {
  /** Their id at the provider, which never changes. */
  subject: string;
  /** Empty if the provider does not say. */
  email: string;
  isEmailVerified: boolean;
  name: string;
  username: string;
  groups: string[];
  /** Whether they proved it with more than a password. */
  hasSecondFactor: boolean;
  /** The provider's session. */
  sid: string;
  idToken: string;
  /** When they last proved it, in milliseconds. Undefined: the provider does not say. */
  authenticatedAt: number | undefined;
}

/** Methods of RFC 8176 by what they prove: what somebody knows, has or is. */
const factors: readonly (readonly string[])[] = [
  ['pwd', 'pin', 'kba'],
  ['otp', 'sms', 'tel', 'hwk', 'swk', 'sc', 'pop'],
  ['fpt', 'face', 'iris', 'retina', 'vbm'],
];
/** Keys that no password can replace, and several factors as one word. */
const strongAlone = ['mfa', 'hwk', 'swk', 'sc', 'pop'];

/** Whether methods are more than a password or a code. Some providers write one method, or several, as a text. */
export function isSecondFactor(amr: unknown): boolean {
  const methods = texts(amr).flatMap((each) => each.toLowerCase().split(/[\s,]+/));
  const kinds = factors.filter((kind) => kind.some((method) => methods.includes(method)));
  return kinds.length > 1 || strongAlone.some((method) => methods.includes(method));
}

/** Documents of providers are short. */
const longest = 1024 * 1024;

/** The URL at the provider where a person signs in. */
export async function signInUrl(app: App, provider: Provider, ask: ProviderAsk): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  const client = await openIdClient(app, provider);
  const url = buildAuthorizationUrl(client, {
    redirect_uri: ask.redirectUri,
    scope: provider.kind === 'github' ? 'read:user user:email' : scopesOf(client),
    state: ask.state,
    code_challenge: await calculatePKCECodeChallenge(ask.verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'oidc' && {
      nonce: ask.nonce,
      ...(ask.isAgain && { prompt: 'login', max_age: '0' }),
    }),
  });
  return url.href;
}

/** Asks for groups only where they are a scope: others refuse scopes that they do not know. */
const scopesOf = (client: OpenId.Configuration): string =>
  client.serverMetadata().scopes_supported?.includes('groups')
    ? 'openid profile email groups'
    : 'openid profile email';

/** Exchanges the code of a callback. Throws a `Problem` if anything does not match what was sent. */
export async function identify(
  app: App,
  provider: Provider,
  callback: URL,
  ask: ProviderAsk,
): Promise<ProviderIdentity> {
  const { authorizationCodeGrant } = await import('openid-client');
  const client = await openIdClient(app, provider);
  const isOidc = provider.kind === 'oidc';
  try {
    const tokens = await authorizationCodeGrant(client, callback, {
      pkceCodeVerifier: ask.verifier,
      expectedState: ask.state,
      idTokenExpected: isOidc,
      ...(isOidc && { expectedNonce: ask.nonce }),
    });
    return isOidc
      ? await identityOf(client, provider, tokens, ask)
      : await gitHubIdentity(app, provider, tokens.access_token, ask);
  } catch (error) {
    if (error instanceof Problem) throw error;
    app.log.warn({ provider: provider.slug, err: error as Error }, 'a sign-in with a provider failed');
    throw failed(provider, error);
  }
}

export const failed = ({ label }: Provider, cause?: unknown): Problem =>
  new Problem('forbidden', msg('Signing in with {label} failed. Try again.', { label }), { cause });

type Tokens = Awaited<ReturnType<typeof OpenId.authorizationCodeGrant>>;

async function identityOf(
  client: OpenId.Configuration,
  { groupsClaim }: Provider,
  tokens: Tokens,
  { isAgain }: ProviderAsk,
): Promise<ProviderIdentity> {
  const token = tokens.claims();
  if (!token) throw new Error('no ID token');
  const { fetchUserInfo } = await import('openid-client');
  const info: Record<string, unknown> = client.serverMetadata().userinfo_endpoint
    ? await fetchUserInfo(client, tokens.access_token, token.sub)
    : {};
  const claims: Record<string, unknown> = { ...info, ...token };
  const email = text(claims.email);
  const proved = typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : undefined;
  return {
    subject: token.sub,
    email,
    // One of them may have another address than the one that the other calls verified.
    isEmailVerified: [token, info].some(
      (each) =>
        text(each.email) === email && (each.email_verified === true || each.email_verified === 'true'),
    ),
    name: text(claims.name) || `${text(claims.given_name)} ${text(claims.family_name)}`.trim(),
    username: text(claims.preferred_username) || text(claims.nickname),
    groups: groupsClaim === '' ? [] : texts(claims[groupsClaim]),
    hasSecondFactor: isSecondFactor(claims.amr),
    sid: text(claims.sid),
    idToken: tokens.id_token ?? '',
    // Without the time, from a provider that knows it, somebody removed `prompt` and `max_age` from the URL.
    authenticatedAt: proved ?? (isAgain && !tellsTime(client) ? Date.now() : undefined),
  };
}

const tellsTime = (client: OpenId.Configuration): boolean =>
  client.serverMetadata().claims_supported?.includes('auth_time') ?? false;

async function gitHubIdentity(
  app: App,
  provider: Provider,
  accessToken: string,
  { isAgain }: ProviderAsk,
): Promise<ProviderIdentity> {
  const base = gitHub(provider.issuer).api;
  const get = async (path: string) => {
    const answer = await guardedFetch(app, `${base}${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as unknown;
  };
  const user = (await get('/user')) as { id: number; login: string; name: string | null };
  if (!Number.isSafeInteger(user.id)) throw new Error('no user id');
  const emails = (await get('/user/emails')) as { email: string; verified: boolean; primary: boolean }[];
  const primary = Array.isArray(emails) ? emails.find((each) => each.primary) : undefined;
  return {
    subject: String(user.id),
    email: text(primary?.email),
    isEmailVerified: primary?.verified === true,
    name: text(user.name) || text(user.login),
    username: text(user.login),
    groups: [],
    hasSecondFactor: false,
    sid: '',
    idToken: '',
    // GitHub cannot be told to ask again. Otherwise, people with nothing else could confirm no change.
    authenticatedAt: isAgain ? Date.now() : undefined,
  };
}

/**
 * The URL at the provider that ends the session there, and returns to `back`. Undefined if the provider has none.
 */
export async function signOutUrl(
  app: App,
  provider: Provider,
  { idToken, back }: { idToken: string; back: string },
): Promise<string | undefined> {
  if (provider.kind !== 'oidc') return undefined;
  const client = await openIdClient(app, provider);
  if (!client.serverMetadata().end_session_endpoint) return undefined;
  const { buildEndSessionUrl } = await import('openid-client');
  return buildEndSessionUrl(client, { id_token_hint: idToken, post_logout_redirect_uri: back }).href;
}

/** Discovered providers. Their keys and addresses change rarely. */
const clients = new LRUCache<string, { client: Promise<OpenId.Configuration>; until: number }>({ max: 100 });

/** How long a provider that could not be reached is not asked again, so that sign-ins do not wait one by one. */
const pause = seconds(5);

export function openIdClient(app: App, provider: Provider): Promise<OpenId.Configuration> {
  const { id, kind, issuer, clientId, secret } = provider;
  const key = JSON.stringify([id, kind, issuer, clientId, secret]);
  const known = clients.get(key);
  if (known && known.until > performance.now()) return known.client;
  const client = discover(app, provider);
  const last = (time: number) => () => void clients.set(key, { client, until: performance.now() + time });
  client.then(last(hours(1)), last(pause));
  return client;
}

async function discover(app: App, provider: Provider): Promise<OpenId.Configuration> {
  const { kind, issuer, clientId, secret } = provider;
  const openId = await import('openid-client');
  const isLocal = issuer.startsWith('http://');
  const fetch = (url: string, options: OpenId.CustomFetchOptions) => guardedFetch(app, url, options);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is only marked so that it stands out
  const allowHttp: (client: OpenId.Configuration) => void = openId.allowInsecureRequests;
  const authentication = secret === '' ? openId.None() : undefined;
  let client: OpenId.Configuration;
  if (kind === 'github') {
    const { authorize, token } = gitHub(issuer);
    const server = { issuer, authorization_endpoint: authorize, token_endpoint: token };
    client = new openId.Configuration(server, clientId, undefined, openId.ClientSecretPost(secret));
    client[openId.customFetch] = fetch;
    if (isLocal) allowHttp(client);
  } else {
    client = await openId
      .discovery(new URL(issuer), clientId, secret === '' ? undefined : secret, authentication, {
        [openId.customFetch]: fetch,
        ...(isLocal && { execute: [allowHttp] }),
      })
      .catch((error: unknown) => {
        app.log.warn({ provider: provider.slug, err: error as Error }, 'a provider could not be discovered');
        throw new Problem(
          'unavailable',
          msg('{label} cannot be reached. Try again shortly.', { label: provider.label }),
          { retryAfter: 30, cause: error },
        );
      });
  }
  return client;
}

/** GitHub's addresses, or those of an Enterprise Server at its own address. */
function gitHub(issuer: string): { authorize: string; token: string; api: string } {
  const base = issuer.replace(/\/$/, '');
  return {
    authorize: `${base}/login/oauth/authorize`,
    token: `${base}/login/oauth/access_token`,
    api: base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`,
  };
}

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** `fetch` through the guarded port: no redirects, bounded, and no private address but those that operators allow. */
export async function guardedFetch(app: App, url: string, options: FetchOptions): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = options;
  const port = Number(new URL(url).port);
  const answer = await app.outbound.fetch(url, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    ...(body instanceof URLSearchParams && { body: body.toString() }),
    ...(signal && { signal }),
    ...(port > 0 && { ports: [port] }),
    within: seconds(10),
    hops: 0,
    max: longest,
  });
  const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
    ['content-encoding', 'content-length', 'transfer-encoding'].includes(name)
      ? []
      : [[name, String(value)] as [string, string]],
  );
  return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, {
    status: answer.status,
    headers: fields,
  });
}

/** A claim as bounded text. */
const text = (claim: unknown): string =>
  typeof claim === 'string' ? toStorable(claim.slice(0, 500)).trim() : '';

const texts = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim])
    .filter((each) => typeof each === 'string')
    .map((each) => each.slice(0, 500))
    .slice(0, 500);
