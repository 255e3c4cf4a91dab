import { mailAccount } from '../account/mail-account.ts';
import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { lengthOf } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { AuditAction } from '../operators/audit-actions.ts';
import { addAuditEntry } from '../operators/audit.ts';
import { confirmAddress } from '../activation/activate.ts';
import { endAccess } from '../sessions/end-access.ts';
import { endFactor } from '../second-factor/set-up.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import { reinstateAccount, suspendAccount } from './suspend-account.ts';
import { getPersonFile, subjectOf } from './get-person.ts';

type Operator = Pick<Viewer, 'id'>;

// Operator actions on a person. Each is recorded in the audit log and throws for a missing account.

/** Marks a person's identity as verified, or removes the mark. */
export async function setVerified(
  app: App,
  operator: Operator,
  id: string,
  isVerified: boolean,
): Promise<void> {
  await act(app, operator, id, isVerified ? 'person.verify' : 'person.unverify', (app) =>
    set(app, id, { verified_at: isVerified ? app.clock.now() : null }),
  );
}

/** Confirms an account's email address without its code. */
export async function confirmEmailManually(app: App, operator: Operator, id: string): Promise<void> {
  await act(app, operator, id, 'person.confirm_email', (app) => confirmAddress(app, id));
}

export async function signOutEverywhere(app: App, operator: Operator, id: string): Promise<void> {
  await act(app, operator, id, 'person.sign_out', (app) => endOtherSessions(app, id, undefined));
}

/**
 * Turns off two-factor authentication for a person who lost their device and recovery codes, after the
 * operator verified their identity. Also removes passkeys and sessions, which may be on the lost device, and
 * notifies the person by email.
 */
export async function resetFactor(app: App, operator: Operator, id: string): Promise<void> {
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
}

/** Suspends a person and ends their sessions. They see the reason when they try to sign in. */
export async function suspendPerson(app: App, operator: Operator, id: string, given: string): Promise<void> {
  const reason = given.trim();
  if (reason === '') throw invalid('reason', t('Enter a reason. The person will see it.'));
  if (lengthOf(reason) > 500) throw invalid('reason', t('At most 500 characters'));
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
}

export async function releasePerson(app: App, operator: Operator, id: string): Promise<void> {
  await act(app, operator, id, 'person.reinstate', async (app) => {
    await reinstateAccount(app, operator, id);
  });
}

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
    await addAuditEntry(app, operator.id, action, subjectOf(id), detail);
  });
}

async function set({ db }: App, id: string, change: { verified_at: Date | null }): Promise<void> {
  await db.updateTable('identity.account').set(change).where('id', '=', id).execute();
}
