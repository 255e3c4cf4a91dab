import { sql } from 'kysely';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { lengthOf } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import {
  cancelDeletionByOperator,
  scheduleDeletionByOperator,
} from '../account-deletion/account-deletion.ts';
import { mailAccount } from '../account/email.ts';
import { confirmAddress } from '../activation/activation.ts';
import type { AuditAction } from '../operators/audit-actions.ts';
import { addAuditEntries, addAuditEntry, describeChanges } from '../operators/audit.ts';
import { refuseAbove } from '../operators/operators.ts';
import { endFactor } from '../second-factor/set-up.ts';
import { endAccess } from '../sessions/end-access.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import { getPersonFile, personSubject } from './people.ts';
import { reinstateAccount, suspendAccount } from './suspend-account.ts';

type Operator = Pick<Viewer, 'id'>;

// Operator actions on a person. Each is recorded in the audit log and throws for a missing account.

/** Marks a person's identity as verified, or removes the mark. */
export const setVerified = verb(
  { name: 'people.verify', who: 'operator' },
  async (app: App, operator: Operator, id: string, isVerified: boolean): Promise<void> => {
    await act(app, operator, id, isVerified ? 'person.verify' : 'person.unverify', (app) =>
      set(app, id, { verified_at: isVerified ? app.clock.now() : null }),
    );
  },
);

/** Confirms an account's email address without its code. */
export const confirmEmailManually = verb(
  { name: 'people.confirm-email', who: 'operator' },
  async (app: App, operator: Operator, id: string): Promise<void> => {
    await act(app, operator, id, 'person.confirm_email', (app) => confirmAddress(app, id));
  },
);

export const signOutEverywhere = verb(
  { name: 'people.sign-out', who: 'operator' },
  async (app: App, operator: Operator, id: string): Promise<void> => {
    await act(app, operator, id, 'person.sign_out', (app) => endOtherSessions(app, id, undefined));
  },
);

/**
 * Turns off two-factor authentication for a person who lost their device and recovery codes, after the
 * operator verified their identity. Also removes passkeys and sessions, which may be on the lost device, and
 * notifies the person by email.
 */
export const resetFactor = verb(
  { name: 'people.reset-factor', who: 'operator' },
  async (app: App, operator: Operator, id: string): Promise<void> => {
    await act(app, operator, id, 'person.reset_two_factor', async (app) => {
      await endFactor(app, id);
      await endAccess(app, id, { passkeys: true });
      await mailAccount(app, id, ({ username }) => ({
        subject: t('Two-factor authentication was reset'),
        text: t(
          'An operator of {plazaUrl} turned off two-factor authentication for @{username}, removed its passkeys, and ended its sessions.\n\nSign in with your password and turn it on again at {plazaUrl}/settings/two-factors.\n\nIf you did not request this, change your password and contact us at {plazaUrl}/contact.',
          { plazaUrl: app.config.plazaUrl, username },
        ),
      }));
    });
  },
);

/** Suspends a person and ends their sessions. They see the reason when they try to sign in. */
export const suspendPerson = verb(
  { name: 'people.suspend', who: 'operator' },
  async (app, operator: Operator, id: string, given: string) => {
    const reason = given.trim();
    if (reason === '') throw invalid('reason', msg('Enter a reason. The person will see it.'));
    if (lengthOf(reason) > 500) throw invalid('reason', msg('At most 500 characters'));
    await act(
      app,
      operator,
      id,
      'person.suspend',
      async (app) => {
        await suspendAccount(app, operator, id, { reason });
      },
      reason,
    );
  },
);

export const releasePerson = verb(
  { name: 'people.release', who: 'operator' },
  async (app: App, operator: Operator, id: string): Promise<void> => {
    await act(app, operator, id, 'person.reinstate', async (app) => {
      await reinstateAccount(app, operator, id);
    });
  },
);

async function act(
  app: App,
  operator: Operator,
  id: string,
  action: AuditAction,
  work: (app: App) => Promise<void>,
  detail = '',
): Promise<void> {
  await inTransaction(app, async (app) => {
    await getPersonFile(app, id);
    await work(app);
    await addAuditEntry(app, operator.id, action, personSubject(id), detail);
  });
}

async function set({ db }: App, id: string, change: { verified_at: Date | null }): Promise<void> {
  await db.updateTable('identity.account').set(change).where('id', '=', id).execute();
}

/** Changes a person's role, effective from their next request. At least one operator must remain. */
export const changeRole = verb(
  { name: 'people.change-role', who: 'operator' },
  (app, operator: Pick<Viewer, 'id'>, id: string, role: string) => setRole(app, operator.id, [id], role),
);

/** Sets the role of people. `actorId` is null for an organization that manages them. */
export async function setRole(
  app: App,
  actorId: string | null,
  ids: readonly string[],
  role: string,
): Promise<void> {
  await inTransaction(app, async (app) => {
    // Serializes role changes: two operators who demote each other concurrently could otherwise leave none.
    await sql`select pg_advisory_xact_lock(7267002)`.execute(app.db);
    const known = await app.db
      .selectFrom('identity.role')
      .select(['name', 'permissions'])
      .where('name', '=', role)
      .executeTakeFirst();
    if (!known) throw invalid('role', msg('Unknown role'));
    const before = await app.db
      .selectFrom('identity.account')
      .select(['id', 'role'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (before.length < ids.length) throw missing(msg('Person'));
    await app.db.updateTable('identity.account').set({ role }).where('id', 'in', ids).execute();
    if (!known.permissions.includes('operate')) await refuseWithoutOperator(app);
    await addAuditEntries(
      app,
      actorId,
      'person.update_role',
      before.map(({ id, role: former }) => ({
        subject: personSubject(id),
        detail: describeChanges({ role: former }, { role }),
      })),
    );
  });
}

async function refuseWithoutOperator({ db }: App): Promise<void> {
  const left = await db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select('account.id')
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where('account.deletion_requested_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!left) throw new Problem('conflict', msg('At least one operator is required'), { field: 'role' });
}

/**
 * Schedules the deletion of an account with the same grace period as the owner's own request. It is hidden
 * immediately and can be restored until then. Operators must be demoted first, which protects the last one.
 */
export const deletePerson = verb(
  { name: 'people.delete', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string, given: { reason: string; username: string }) => {
    const reason = given.reason.trim();
    if (reason === '') throw invalid('reason', msg('Enter a reason. The owner will see it.'));
    if (lengthOf(reason) > 500) throw invalid('reason', msg('At most 500 characters'));
    if (id === operator.id) throw new Problem('forbidden', msg('Delete your own account in your settings'));
    await inTransaction(app, async (app) => {
      await lockRow(app, 'identity.account', id);
      const { username } = await getPersonFile(app, id);
      if (given.username.trim().replace(/^@/, '').toLowerCase() !== username.toLowerCase())
        throw invalid('username', msg('Enter {username} to confirm', { username }));
      await refuseOperator(app, id);
      await refuseAbove(app, operator, id, 'as equal');
      await scheduleDeletionByOperator(app, operator.id, id, reason);
      await addAuditEntry(app, operator.id, 'person.schedule_deletion', personSubject(id), reason);
    });
  },
);

async function refuseOperator({ db }: App, id: string): Promise<void> {
  const { permissions } = await db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select('role.permissions')
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow();
  if (permissions.includes('operate'))
    throw new Problem('forbidden', msg('An operator cannot be deleted. Change their role first.'));
}

/** Cancels a pending deletion, requested by the owner or an operator. */
export const restorePerson = verb(
  { name: 'people.restore', who: 'operator' },
  async (app: App, operator: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      if (!(await cancelDeletionByOperator(app, id))) throw missing(msg('Pending deletion'));
      await addAuditEntry(app, operator.id, 'person.cancel_deletion', personSubject(id));
    });
  },
);
