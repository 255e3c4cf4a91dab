import { msg, Problem } from '../../kernel/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { App, Access, Viewer } from '../../platform/app.ts';
import { nobody } from '../../platform/http/caller.ts';
import type { ActingAgent, Caller } from '../../platform/http/caller.ts';
import type { Identify } from '../../platform/http/family.ts';
import { refuseOthers } from '../../platform/http/overload/limiting.ts';
import { isRead } from '../../platform/http/methods.ts';
import { isOurs, trustedOrigins } from '../../platform/http/origins.ts';
import { notValid, parseForwardedAddress, verifyClient } from '../api-clients/client-access.ts';
import { forgetForWrite } from '../recent-credentials.ts';
import { findRecentSession, findSession } from './sessions.ts';

/**
 * Finds the agent of an access token. Undefined if no agent has it. The agent has a viewer only if a person
 * approved it.
 */
export type FindAgent = (
  app: App,
  token: string,
  /** The address of the request: a token can be for one service, or for a part of one. */
  at: string,
) => Promise<{ agent: ActingAgent; viewer: Viewer | undefined } | undefined>;

/**
 * Identifies requests to `/apis/php`: by a session token, the page's session cookie with `X-Requested-With:
 * XMLHttpRequest`, an agent's Bearer token, an app's signature, or the key of a public app. Credentials that
 * are sent must be valid, even if none are required.
 */
export const identifySocial =
  (findAgent: FindAgent): Identify =>
  async (app, request, access) => {
    const caller = await identifyCaller(app, request, findAgent);
    if (access === 'anyone' || (access === 'app' && (caller.client ?? caller.viewer))) return caller;
    if (access === 'app') throw notValid();
    if (caller.agent) refuseLimited(caller.agent, request);
    return refuseUnless(caller, access, request);
  };

/** Identifies requests to endpoints for agents, which accept only a Bearer token. */
export const identifyAgent =
  (findAgent: FindAgent): Identify =>
  async (app, request, access) => {
    if (access === 'anyone') return nobody;
    const token = bearerOf(request);
    const at = addressOn(app.config.plazaUrl, request);
    const found = token === undefined ? undefined : await findAgent(app, token, at);
    if (!found) throw noSuchToken(token);
    const caller = { ...nobody, ...found };
    return caller.viewer ? refuseUnless(caller, access, request) : caller;
  };

async function identifyCaller(app: App, request: FastifyRequest, findAgent: FindAgent): Promise<Caller> {
  const proof = clientProof(request);
  const client = (proof.apiKey ?? proof.signature) ? await verifyClient(app, proof) : undefined;
  const address = client?.forwardsAddresses ? parseForwardedAddress(request) : undefined;
  // Set before other credentials are checked, so that errors also count against the app and have its CORS
  // headers.
  request.caller = { ...nobody, client, address };
  const token = bearerOf(request);
  if (token !== undefined && one(request.headers['x-auth-token']) === undefined) {
    const found = await findAgent(app, token, addressOn(app.config.plazaUrl, request));
    if (!found) throw noSuchToken(token);
    return { ...request.caller, ...found };
  }
  const session = (await tokenSession(app, request)) ?? (await scriptSession(app, request));
  return { ...request.caller, sessionId: session?.id, viewer: session?.viewer };
}

/** The address of a request without its query. */
export const addressOn = (base: string, { url }: FastifyRequest) => `${base}${url.replace(/[?#].*$/s, '')}`;

/** Other schemes than Bearer are for proxies and ignored here. */
const bearerOf = ({ headers }: FastifyRequest): string | undefined => {
  const [scheme = '', token = ''] = (headers.authorization?.trim() ?? '').split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
};

const noSuchToken = (token: string | undefined) =>
  new Problem(
    'unauthenticated',
    token === undefined
      ? msg('Send the access token as Authorization: Bearer')
      : msg('The access token is not valid'),
  );

/** An agent's limits are enforced by its skills. With limits, all other endpoints are read-only. */
function refuseLimited(agent: ActingAgent, { method }: FastifyRequest): void {
  const { skills, audience, dailyPosts } = agent;
  if (method === 'GET' || (skills ?? audience ?? dailyPosts) === undefined) return;
  throw new Problem(
    'forbidden',
    msg('This agent is limited by its owner. It can only use its skills at /a2a.'),
  );
}

const clientProof = ({ headers }: FastifyRequest) => ({
  apiKey: one(headers['x-api-key']),
  timestamp: one(headers['x-timestamp']),
  signature: one(headers['x-signature']),
  origin: one(headers.origin),
  appId: one(headers['x-app-id']),
});

/** Ignores repeated and blank headers: apps send an empty `x-auth-token:` before anyone has signed in. */
const one = (value: string | string[] | undefined) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

async function tokenSession(app: App, request: FastifyRequest) {
  const token = one(request.headers['x-auth-token']);
  if (token === undefined) return undefined;
  const session = await sessionOf(app, request, token);
  if (!session)
    throw new Problem('unauthenticated', msg('The session has expired or the token is not valid'));
  return session;
}

/**
 * Scripts of other sites cannot send this header, so the cookie alone is not enough. Scripts of an origin
 * registered by an app can use the cookie only together with the app's key.
 */
async function scriptSession(app: App, request: FastifyRequest) {
  if (request.headers['x-requested-with'] !== 'XMLHttpRequest') return undefined;
  return isOfOwnOrigin(app, request) ? cookieSession(app, request) : undefined;
}

/** Whether the script runs on one of our pages, or on an origin registered by the operator or the app. */
function isOfOwnOrigin(app: App, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return (
    origin === undefined ||
    isOurs(origin, request, app.config.plazaUrl) ||
    trustedOrigins(app).includes(origin) ||
    (request.caller.client?.origins.includes(origin) ?? false)
  );
}

/** Writes look up the session, so that none happens with one that has just ended. */
async function sessionOf(app: App, request: FastifyRequest, token: string) {
  if (isRead(request)) return findRecentSession(app, token);
  const session = await findSession(app, token);
  if (session) forgetForWrite(app, session.viewer.id);
  return session;
}

async function cookieSession(app: App, request: FastifyRequest) {
  const { cookies } = request;
  if (!cookies.xs) return undefined;
  const session = await sessionOf(app, request, cookies.xs);
  return session && session.viewer.id === cookies.c_user ? session : undefined;
}

/**
 * Identifies web page requests by the session cookies. An expired session means an anonymous viewer, not an
 * error.
 */
export async function identifyPage(app: App, request: FastifyRequest, access: Access): Promise<Caller> {
  const session = await cookieSession(app, request);
  const caller = { ...nobody, sessionId: session?.id, viewer: session?.viewer };
  return access === 'anyone' || access === 'app' ? caller : refuseUnless(caller, access, request);
}

/** Returns the caller, if they may call. */
export function refuseUnless(caller: Caller, access: Access, request: FastifyRequest): Caller {
  if (!caller.viewer) throw new Problem('unauthenticated', msg('Sign in first'));
  if (!caller.viewer.isActivated && writes(request))
    throw new Problem(
      'forbidden',
      msg('Your account is not active yet. Confirm your email address, or wait until it is approved.'),
    );
  if (caller.viewer.isBeingDeleted && writes(request, openDuringDeletion))
    throw new Problem(
      'forbidden',
      msg('This account is scheduled for deletion. Cancel the deletion at /settings/account-deletion first.'),
    );
  refuseOthers(access, caller.viewer);
  return caller;
}

/**
 * Paths open to accounts that are not activated: sign-out, their data, and the settings that protect or delete
 * the account. What others would see stays closed.
 */
const openToUnconfirmed =
  /^\/(activate|signout|settings\/(email|password|two-factors|passkeys|sessions|language|privacy|notifications|account-deletion)|dashboard\/data|apis\/php\/(auth|user\/delete))(\/|$)/;

/** Paths open to accounts scheduled for deletion: sign-out and canceling the deletion. */
const openDuringDeletion = /^\/(signout|settings\/account-deletion|apis\/php\/auth\/signout)(\/|$)/;

/** Whether the request changes something that accounts with restrictions may not. */
export const writes = ({ method, routeOptions }: FastifyRequest, open = openToUnconfirmed) =>
  method !== 'GET' && method !== 'HEAD' && !open.test(routeOptions.url ?? '');
