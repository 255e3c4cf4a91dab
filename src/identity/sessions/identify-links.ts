import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { msg, Problem } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App, Access } from '../../platform/app.ts';
import { type Caller, nobody } from '../../platform/http/caller.ts';
import type { Identify } from '../../platform/http/family.ts';
import { isRead } from '../../platform/http/methods.ts';
import { toViewer, viewerColumns } from '../account/viewer.ts';
import { planByRole } from '../plans.ts';
import { findRecent, forgetForWrite } from '../recent-credentials.ts';
import { findWorkspace } from '../team/workspaces.ts';
import { addressOn, type FindAgent, refuseUnless, writes } from './identify.ts';

/**
 * Operations of Hop's API that are personal, like the account pages. They apply to the person even with a
 * workspace key.
 */
const personal = /^\/api\/(account|webhooks?|users?|plans?)(\/|$)/;

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
