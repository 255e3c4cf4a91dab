import { msg } from '../../kernel/message.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { nobody } from '../../platform/http/caller.ts';
import type { ActingAgent, Caller, Viewer } from '../../platform/http/caller.ts';
import type { Identify } from '../../platform/http/family.ts';
import { refuseOthers } from '../../platform/http/overload/limiting.ts';
import { isRead } from '../../platform/http/methods.ts';
import { isOurs, trustedOrigins } from '../../platform/http/origins.ts';
import type { Access } from '../../platform/verb.ts';
import { notValid, parseForwardedAddress, verifyClient } from '../api-clients/client-access.ts';
import { planByRole } from '../plans.ts';
import { findRecent, forgetForWrite } from '../recent-credentials.ts';
import { findRecentSession, findSession } from './sessions.ts';
import { findWorkspace } from '../team/workspaces.ts';
import { toViewer, viewerColumns } from '../account/viewer.ts';

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
const addressOn = (base: string, { url }: FastifyRequest) => `${base}${url.replace(/[?#].*$/s, '')}`;

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

/**
 * Operations of Hop's API that are personal, like the account pages. They apply to the person even with a
 * workspace key.
 */
const personal = /^\/api\/(account|webhooks?)(\/|$)/;

/**
 * Identifies requests to Hop's API by the account's key, sent as `Bearer k`, `Token k` or bare, as existing
 * clients do, or by the access token of an agent.
 */
export const identifyLinks =
  (findAgent: FindAgent): Identify =>
  async (app, request, access) => {
    const sent = /^(?:(?:Bearer|Token)\s+)?(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
    if (sent === undefined && access === 'anyone') return nobody;
    return sent?.startsWith('agt_')
      ? identifyAgentOnHop(request, access, await findAgent(app, sent, addressOn(app.config.hopUrl, request)))
      : identifyKey(app, request, access, sent);
  };

/** Only agents whose person chose what they may do act on Hop. */
function identifyAgentOnHop(
  request: FastifyRequest,
  access: Access,
  found: Awaited<ReturnType<FindAgent>>,
): Caller {
  if (!found?.viewer || found.agent.scopes === undefined)
    throw new Problem('unauthenticated', msg('Invalid API key'));
  const agent = { ...found.agent, writeScope: 'links:write' as const };
  return refuseUnless({ ...nobody, agent, viewer: found.viewer }, access, request);
}

async function identifyKey(
  app: App,
  request: FastifyRequest,
  access: Access,
  sent: string | undefined,
): Promise<Caller> {
  const row =
    sent === undefined
      ? undefined
      : isRead(request)
        ? await findRecent(app, `key ${sent}`, () => findKey(app, sent))
        : await findKey(app, sent);
  if (!row) throw new Problem('unauthenticated', msg('Invalid API key'));
  if (!isRead(request)) forgetForWrite(app, row.id);
  const { key_id: keyId, scopes, calls } = row;
  if (row.expires_at && row.expires_at <= app.clock.now())
    throw new Problem('unauthenticated', msg('This API key has expired'));
  const key = { keyId, scopes: scopes ?? undefined, calls: calls ?? undefined };
  const caller = refuseUnless({ ...nobody, ...key, viewer: toViewer(app, row) }, access, request);
  return row.workspace_id === null
    ? caller
    : identifyInKeyWorkspace(app, caller, row.workspace_id, access, request);
}

/**
 * A workspace key has the current permissions of the member who created it, and is rejected after they leave.
 */
async function identifyInKeyWorkspace(
  app: App,
  caller: Caller,
  ownerId: string,
  access: Access,
  request: FastifyRequest,
): Promise<Caller> {
  const member = caller.viewer;
  const found = member && (await findWorkspace(app, ownerId, member.id));
  if (!found)
    throw new Problem(
      'unauthenticated',
      msg('The creator of this API key is no longer a member of its workspace'),
    );
  if (personal.test(request.routeOptions.url ?? '')) return caller;
  const { owner, role } = found;
  if (role === 'viewer' && writes(request))
    throw new Problem(
      'forbidden',
      msg('You have read-only access to the workspace of {name}', { name: owner.name }),
    );
  return refuseUnless({ ...caller, viewer: owner, workspace: { member, role } }, access, request);
}

async function findKey(app: App, key: string) {
  const now = app.clock.now();
  const row = await app.db
    .selectFrom('identity.access_key as key')
    .innerJoin('identity.account as account', 'account.id', 'key.account_id')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .leftJoin('identity.account_plan as given', (join) =>
      join
        .on('given.account_id', '=', sql<string>`coalesce(key.workspace_id, account.id)`)
        .on((row) => row.or([row('given.expires_at', 'is', null), row('given.expires_at', '>', now)])),
    )
    .leftJoin('identity.plan as plan', (join) =>
      join.on('plan.name', '=', sql<string>`coalesce(given.plan, ${planByRole})`),
    )
    .select([
      'key.id as key_id',
      'key.workspace_id',
      'key.scopes',
      'key.expires_at',
      'key.last_used_at',
      'plan.calls',
    ])
    .select(viewerColumns)
    .where('key.key_hash', '=', tokenHash(key))
    .where('key.revoked_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .executeTakeFirst();
  if (row && now.getTime() - (row.last_used_at?.getTime() ?? 0) > minutes(5))
    await app.db
      .updateTable('identity.access_key')
      .set({ last_used_at: now })
      .where('id', '=', row.key_id)
      .execute();
  return row && { ...row, accountId: row.id };
}

function refuseUnless(caller: Caller, access: Access, request: FastifyRequest): Caller {
  if (!caller.viewer) throw new Problem('unauthenticated', msg('Sign in first'));
  if (!caller.viewer.isActivated && writes(request))
    throw new Problem('forbidden', msg('Confirm your email address first. We sent you a code.'));
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

const writes = ({ method, routeOptions }: FastifyRequest, open = openToUnconfirmed) =>
  method !== 'GET' && method !== 'HEAD' && !open.test(routeOptions.url ?? '');
