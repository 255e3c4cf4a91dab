import { ApiError, ConnectionError } from './errors.ts';

/** What a person has allowed a program to do for them. Store it where only the program can read it. */
export interface Session {
  /** Origin of the service that it is for. */
  baseUrl: string;
  clientId: string;
  tokenUrl: string;
  revocationUrl: string | undefined;
  accessToken: string;
  refreshToken: string | undefined;
  /** Milliseconds since 1970 at which the access token ends. */
  expiresAt: number;
}

export interface SignInOptions {
  /** What the person reads about who asks. */
  name: string;
  /** Where the person returns to: an https address, this machine, or a scheme of the program's own. */
  redirectUri: string;
  /** Such as `profile links:read links:write`. */
  scope: string;
}

export interface SignIn {
  /** The page on which the person decides. */
  url: string;
  /** Returned in the address that the person returns to, which shows which sign-in it is for. */
  state: string;
  /** Ends the sign-in, with the address that the person has returned to. */
  finish: (returned: string) => Promise<Session>;
}

interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string;
  revocation_endpoint?: string;
}

interface Tokens {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
}

/**
 * Begins to sign a person in by OAuth 2.1 with PKCE, for programs on the person's own device. The program registers
 * itself at the service, so that it works with every installation.
 */
export async function startSignIn(
  baseUrl: string,
  { name, redirectUri, scope }: SignInOptions,
): Promise<SignIn> {
  const origin = new URL(baseUrl).origin;
  const { authorization_servers: [issuer = origin] = [] } = await ask<{ authorization_servers?: string[] }>(
    `${origin}/.well-known/oauth-protected-resource`,
  );
  const server = await ask<Metadata>(`${issuer}/.well-known/oauth-authorization-server`);
  const { client_id: clientId } = await ask<{ client_id: string }>(server.registration_endpoint, {
    client_name: name,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    scope,
  });
  const [state, verifier] = [randomText(), randomText()];
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state },
    ...{ code_challenge: base64url(new Uint8Array(challenge)), code_challenge_method: 'S256' },
    resource: origin,
  });
  return {
    url: `${server.authorization_endpoint}?${query.toString()}`,
    state,
    finish: async (returned) => {
      const answer = new URL(returned).searchParams;
      const code = answer.get('code');
      if (answer.get('state') !== state || answer.get('iss') !== server.issuer)
        throw new Error('This answer is not of this sign-in');
      if (code === null) throw new Error(answer.get('error_description') ?? 'Access was declined');
      const tokens = await ask<Tokens>(server.token_endpoint, {
        ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: clientId },
        ...{ code_verifier: verifier, resource: origin },
      });
      return {
        ...{ baseUrl: origin, clientId, tokenUrl: server.token_endpoint },
        revocationUrl: server.revocation_endpoint,
        ...held(tokens),
      };
    },
  };
}

/** Whether the access token has ended, or is about to. */
export const isExpired = ({ expiresAt }: Pick<Session, 'expiresAt'>) => expiresAt < Date.now() + 30_000;

/**
 * Exchanges the refresh token for new tokens. It works once: a second exchange of the same one ends the session, so a
 * program has to store the result, and to refresh in one place at a time.
 */
export async function refreshSession(session: Session): Promise<Session> {
  const tokens = await ask<Tokens>(session.tokenUrl, {
    grant_type: 'refresh_token',
    refresh_token: session.refreshToken,
    client_id: session.clientId,
  });
  return { ...session, ...held(tokens) };
}

/** Revokes the tokens at the service. */
export async function endSession({ revocationUrl, refreshToken, accessToken }: Session): Promise<void> {
  if (revocationUrl !== undefined) await ask(revocationUrl, { token: refreshToken ?? accessToken });
}

const held = ({ access_token, refresh_token, expires_in }: Tokens) => ({
  accessToken: access_token,
  refreshToken: refresh_token,
  expiresAt: Date.now() + expires_in * 1000,
});

async function ask<Answer>(url: string, body?: object): Promise<Answer> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(30_000),
    // The cookies of the person's browser are not the program's, and the service refuses them here.
    credentials: 'omit',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new ConnectionError(`${new URL(url).host} cannot be reached`, { cause });
  });
  const read = (await answer.json().catch(() => undefined)) as Record<string, string> | undefined;
  if (answer.ok && read) return read as Answer;
  const { error_description: message, error: code } = read ?? {};
  throw new ApiError(answer.status, {
    message: message ?? `${url} answered with status ${answer.status}`,
    code,
    body: read,
  });
}

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
