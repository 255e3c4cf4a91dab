import type { FastifyRequest } from 'fastify';
import { Problem, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App, Access } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { isRead } from '../../platform/http/methods.ts';
import { revokeAllKeys } from '../access-keys.ts';
import { arePasswordsOff } from '../providers/providers.ts';
import { findWorkspace } from '../team/workspaces.ts';
import { identifyPage } from './identify.ts';
import { announceEnd, endOtherSessions } from './sessions.ts';

/** Credentials of an account besides sessions, which its owner can revoke with a password change. */
export interface AlsoEnd {
  keys?: boolean | undefined;
  grants?: boolean | undefined;
  passkeys?: boolean | undefined;
}

export const endEverything: AlsoEnd = { keys: true, grants: true, passkeys: true };

/**
 * Ends all sessions but one, and revokes the selected keys and app grants, and passkeys with the accounts at
 * providers. Called in a transaction.
 */
export async function endAccess(
  app: App,
  accountId: string,
  { keys, grants, passkeys, exceptSession }: AlsoEnd & { exceptSession?: string | undefined },
): Promise<void> {
  await endOtherSessions(app, accountId, exceptSession);
  // Pending sign-ins used the former password.
  await app.db.deleteFrom('identity.challenge').where('account_id', '=', accountId).execute();
  if (keys) await revokeAllKeys(app, accountId);
  await app.db.deleteFrom('identity.provider_request').where('account_id', '=', accountId).execute();
  if (passkeys) {
    await app.db.deleteFrom('identity.passkey').where('account_id', '=', accountId).execute();
    await endIdentities(app, accountId);
  }
  if (grants)
    await app.db
      .updateTable('identity.account')
      .set({ grants_ended_at: app.clock.now() })
      .where('id', '=', accountId)
      .execute();
}

/** Disconnects all providers, unless they are the only way to sign in. */
async function endIdentities(app: App, accountId: string): Promise<void> {
  if (await arePasswordsOff(app)) return;
  await app.db
    .deleteFrom('identity.linked_identity')
    .where('account_id', '=', accountId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('identity.account')
          .select('id')
          .where('id', '=', accountId)
          .where('password_hash', '<>', ''),
      ),
    )
    .execute();
}

/**
 * Ends the sessions that an identity began, of one session at the provider or of all. An account that has connected
 * several keeps the others.
 */
export async function endProviderSessions(
  app: App,
  providerId: string,
  { subject, sid }: { subject: string | undefined; sid: string | undefined },
): Promise<void> {
  const ended = await app.db
    .deleteFrom('identity.session as session')
    .using('identity.provider_session as behind')
    .whereRef('behind.session_id', '=', 'session.id')
    .where('behind.provider_id', '=', providerId)
    .$if(subject !== undefined, (query) => query.where('behind.subject', '=', subject ?? ''))
    .$if(sid !== undefined, (query) => query.where('behind.sid', '=', sid ?? ''))
    .returning('session.account_id')
    .execute();
  for (const accountId of new Set(ended.map(({ account_id }) => account_id)))
    await announceEnd(app, accountId);
}

const recent = days(30);

/** The kinds of access that the form preselects: those with an addition, or a key that was shown, within 30 days. */
export async function proposeToEnd({ db, clock }: App, accountId: string): Promise<AlsoEnd> {
  const since = new Date(clock.now().getTime() - recent);
  const { keys, passkeys, identities } = await db
    .selectNoFrom((row) => [
      row
        .exists(
          row
            .selectFrom('identity.access_key')
            .select('id')
            .where('account_id', '=', accountId)
            .where('revoked_at', 'is', null)
            .where((row) => row.or([row('created_at', '>', since), row('shown_at', '>', since)])),
        )
        .as('keys'),
      row
        .exists(
          row
            .selectFrom('identity.passkey')
            .select('id')
            .where('account_id', '=', accountId)
            .where('created_at', '>', since),
        )
        .as('passkeys'),
      row
        .exists(
          row
            .selectFrom('identity.linked_identity as linked')
            .innerJoin('identity.account as account', 'account.id', 'linked.account_id')
            .select('linked.id')
            .where('account.id', '=', accountId)
            .whereRef('linked.linked_at', '>', 'account.registered_at')
            .where('linked.linked_at', '>', since),
        )
        .as('identities'),
    ])
    .executeTakeFirstOrThrow();
  return { keys: Boolean(keys), passkeys: Boolean(passkeys || identities), grants: true };
}

/**
 * Names the account whose workspace the browser uses. It is not a credential: membership is checked on every
 * request.
 */
export const workspaceCookie = 'workspace';

/** Dashboard pages that are personal: the account, its keys and secrets, its team and its data. */
const personal = /^\/dashboard\/(account|api|data|keys|plan|settings|team|webhooks)(\/|$)/;

/** The team page is that of a workspace for its admins, and personal for all others. */
const ofAdmins = /^\/dashboard\/team(\/|$)/;

const isOfWorkspace = (route: string): boolean =>
  /^\/dashboard(\/|$)/.test(route) && (!personal.test(route) || ofAdmins.test(route));

/**
 * Identifies requests to Hop's pages: a member of another workspace acts for its owner there, without the
 * owner's operator permissions. The workspace role `viewer` is read-only.
 */
export async function identifyInWorkspace(
  app: App,
  request: FastifyRequest,
  access: Access,
): Promise<Caller> {
  const caller = await identifyPage(app, request, access);
  const ownerId = request.cookies[workspaceCookie];
  const member = caller.viewer;
  if (!member || ownerId === undefined || !isOfWorkspace(request.routeOptions.url ?? '')) return caller;
  const workspace = await findWorkspace(app, ownerId, member.id);
  if (!workspace) return caller;
  const { owner, role } = workspace;
  if (role !== 'admin' && personal.test(request.routeOptions.url ?? '')) return caller;
  if (role === 'viewer' && !isRead(request))
    throw new Problem(
      'forbidden',
      msg('You have read-only access to the workspace of {name}', { name: owner.name }),
    );
  return { ...caller, viewer: owner, workspace: { member, role } };
}
