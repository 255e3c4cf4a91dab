import { sql } from 'kysely';
import { msg, Problem } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { days } from '../../kernel/time.ts';
import { type App, verb, type Viewer } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { compileOnce, whenGiven } from '../../platform/database/queries.ts';
import type { Client } from '../../platform/http/caller.ts';
import { findViewer, toViewer, viewerColumns } from '../account/viewer.ts';
import { findRecent, forgetRecent } from '../recent-credentials.ts';
import { recordProvider, type ProviderSession } from './provider-sessions.ts';
import { recordDevice, recordUse } from './use.ts';

/** How long a session lasts after its last use. */
const idleTime = ({ config }: Pick<App, 'config'>, createdVia: Device['createdVia']): number =>
  days(createdVia === 'page' ? config.SESSION_IDLE_DAYS : config.SESSION_APP_IDLE_DAYS);
const maxSessions = 10;

export interface Device {
  createdVia: 'page' | 'api';
  type?: string | undefined;
  name?: string | undefined;
  osVersion?: string | undefined;
  userAgent: string;
  address: string;
  /** The provider that the person signed in with. */
  provider?: ProviderSession;
}

/** The device of a browser that uses pages. */
export const pageDevice = ({ userAgent, address }: Client): Device => ({
  createdVia: 'page',
  userAgent,
  address,
});

export interface OpenSession {
  id: string;
  createdVia: 'page' | 'api';
  deviceName: string;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/**
 * Starts a session and returns its token, which works as cookie `xs` and as `x-auth-token`. Ends the oldest
 * sessions beyond ten.
 */
export async function startSession(app: App, accountId: string, device: Device): Promise<string> {
  const token = newToken();
  const now = app.clock.now();
  const { id } = await app.db
    .insertInto('identity.session')
    .values({
      account_id: accountId,
      token_hash: tokenHash(token),
      created_via: device.createdVia,
      device_type: device.type ?? '',
      device_name: device.name ?? '',
      device_os_version: device.osVersion ?? '',
      user_agent: device.userAgent,
      address: device.address,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(
        now.getTime() + Math.min(idleTime(app, device.createdVia), days(app.config.SESSION_DAYS)),
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (device.provider) await recordProvider(app, id, device.provider);
  await app.db
    .updateTable('identity.account')
    .set({ last_seen_at: now })
    .where('id', '=', accountId)
    .execute();
  await endOldest(app, accountId);
  return token;
}

async function endOldest(app: App, accountId: string): Promise<void> {
  const ended = await app.db
    .deleteFrom('identity.session')
    .where('id', 'in', (query) =>
      query
        .selectFrom('identity.session')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxSessions),
    )
    .returning('id')
    .execute();
  if (ended.length > 0) await announceEnd(app, accountId);
}

const topic = 'sessions.ended';

/** Announces to every process, on commit, that sessions of an account may have ended. */
export async function announceEnd(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  accountId: string,
): Promise<void> {
  app.afterCommit(() => forgetRecent(app, accountId));
  await app.broadcast.publish(app, topic, accountId);
}

/** Calls `heard` with the account id. Returns a function that unsubscribes. */
export const onSessionsEnded = (
  { broadcast }: Pick<App, 'broadcast'>,
  heard: (accountId: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => heard(payload as string));

/**
 * The ids of the sessions that are still valid: not ended or expired, and their account is not suspended or
 * deleted.
 */
export async function findOpenSessions(app: App, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await app.db
    .selectFrom('identity.session as session')
    .innerJoin('identity.account as account', 'account.id', 'session.account_id')
    .where('session.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('session.expires_at', '>', app.clock.now())
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .select('session.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const selectSession = compileOnce((db, { hash, now }: { hash: Buffer; now: Date }) =>
  db
    .selectFrom('identity.session as session')
    .innerJoin('identity.account as account', 'account.id', 'session.account_id')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select(['session.id as session_id', 'session.last_used_at', 'session.created_via', ...viewerColumns])
    .where('session.token_hash', '=', hash)
    .where('session.expires_at', '>', now)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null),
);

/** As `findSession`, for a read: remembers the session for seconds. */
export const findRecentSession = (app: App, token: string) =>
  findRecent(app, `session ${token}`, async () => {
    const session = await findSession(app, token);
    return session && { ...session, accountId: session.viewer.id };
  });

/** The session of a token. Undefined if it ended or expired, or the account is suspended or deleted. */
export async function findSession(
  app: App,
  token: string,
): Promise<{ id: string; viewer: Viewer } | undefined> {
  const now = app.clock.now();
  const [row] = await selectSession(app.db, { hash: tokenHash(token), now }, undefined);
  if (!row) return undefined;
  recordUse(app, {
    id: row.session_id,
    accountId: row.id,
    lastUsedAt: row.last_used_at,
    life: idleTime(app, row.created_via as 'page' | 'api'),
  });
  return { id: row.session_id, viewer: toViewer(app, row) };
}

export async function listSessions(app: App, accountId: string): Promise<OpenSession[]> {
  const rows = await app.db
    .selectFrom('identity.session')
    .select(['id', 'created_via', 'device_name', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', app.clock.now())
    .orderBy('last_used_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdVia: row.created_via as 'page' | 'api',
    deviceName: row.device_name,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * Returns when the person of a session signed in, and since when that is proven: a provider may have known their
 * browser, and not said when it last saw them.
 */
export async function getSignInTime(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  sessionId: string | undefined,
): Promise<{ signedInAt: Date; provenAt: Date | undefined }> {
  const session =
    sessionId === undefined
      ? undefined
      : await db
          .selectFrom('identity.session as session')
          .leftJoin('identity.provider_session as provider', 'provider.session_id', 'session.id')
          .select(['session.created_at', 'provider.provider_id', 'provider.authenticated_at'])
          .where('session.id', '=', sessionId)
          .executeTakeFirst();
  const signedInAt = session?.authenticated_at ?? session?.created_at ?? clock.now();
  const isUnproven = typeof session?.provider_id === 'string' && session.authenticated_at === null;
  return { signedInAt, provenAt: isUnproven ? undefined : signedInAt };
}

/** Ends one of the account's own sessions. Does nothing if it has ended or belongs to another account. */
export const endSession = verb(
  { name: 'sessions.end', who: 'anyone' },
  async (app: App, accountId: string, sessionId: string): Promise<void> => {
    await app.db
      .deleteFrom('identity.session')
      .where('account_id', '=', accountId)
      .where('id', '=', sessionId)
      .execute();
    await announceEnd(app, accountId);
  },
);

/** Ends a session by its token. Does nothing if it has ended or belongs to another account. */
async function endSessionOf(app: App, accountId: string, token: string): Promise<void> {
  const ended = await app.db
    .deleteFrom('identity.session')
    .where('token_hash', '=', tokenHash(token))
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (ended) await announceEnd(app, accountId);
}

/** Ends all sessions of the account except one, or all of them. Used after a password change. */
export const endOtherSessions = verb(
  { name: 'sessions.end-others', who: 'member' },
  async (app, accountId: string, except: string | undefined) => {
    await app.db
      .deleteFrom('identity.session')
      .where('account_id', '=', accountId)
      .$call(whenGiven(except, (query, except) => query.where('id', '<>', except)))
      .execute();
    await announceEnd(app, accountId);
  },
);

/** The person who signed in, and their session token. */
export interface StartedSession {
  accountId: string;
  token: string;
}

/**
 * The last step of every sign-in method: starts a session and notifies the owner if the device is new. The account may
 * have been suspended since the first step.
 */
export async function beginSession(app: App, accountId: string, device: Device): Promise<StartedSession> {
  if (!(await findViewer(app, accountId))) throw new Problem('forbidden', msg('This account is suspended'));
  const token = await startSession(app, accountId, device);
  await recordDevice(app, accountId, device);
  app.log.info({ account: accountId, address: device.address, via: device.createdVia }, 'signed in');
  return { accountId, token };
}

/** The maximum that browsers allow. The server ends sessions (`SESSION_DAYS`) and extends them with each use. */
const maxAge = days(400) / 1000;

/**
 * Sets the two cookies of a signed-in browser: the account id (`c_user`) and the session token (`xs`), which
 * scripts cannot read.
 */
export function setSessionCookies(client: Client, accountId: string, token: string): void {
  client.setCookie('c_user', accountId, { maxAge });
  client.setCookie('xs', token, { maxAge });
}

/**
 * As `setSessionCookies`, for a browser, in which one person is signed in at a time: ends the session that it had
 * before. Apps can hold several.
 */
export async function replaceSession(app: App, client: Client, started: StartedSession): Promise<void> {
  const { c_user: accountId, xs: token } = client.cookies;
  if (accountId && token && /^\d{1,18}$/.test(accountId)) await endSessionOf(app, accountId, token);
  setSessionCookies(client, started.accountId, started.token);
}

/** Removes what a browser stores for an account. Apps ignore it. */
export function clearBrowser(client: Client): void {
  clearSessionCookies(client);
  client.setHeader('clear-site-data', '"storage"');
}

export function clearSessionCookies(client: Client): void {
  client.clearCookie('c_user');
  client.clearCookie('xs');
  client.clearCookie('workspace');
}
