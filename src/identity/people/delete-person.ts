import { t } from '../../kernel/translation/translate.ts';
import { invalid, missing, Problem } from '../../kernel/problem.ts';
import { lengthOf } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addAuditEntry } from '../operators/audit.ts';
import {
  cancelDeletionByOperator,
  scheduleDeletionByOperator,
} from '../account-deletion/account-deletion.ts';
import { refuseAbove } from '../operators/rank.ts';
import { getPersonFile, subjectOf } from './get-person.ts';

/**
 * Schedules the deletion of an account with the same grace period as the owner's own request. It is hidden
 * immediately and can be restored until then. Operators must be demoted first, which protects the last one.
 */
export async function deletePerson(
  app: App,
  operator: Pick<Viewer, 'id'>,
  id: string,
  given: { reason: string; username: string },
): Promise<void> {
  const reason = given.reason.trim();
  if (reason === '') throw invalid('reason', t('Enter a reason. The owner will see it.'));
  if (lengthOf(reason) > 500) throw invalid('reason', t('At most 500 characters'));
  if (id === operator.id) throw new Problem('forbidden', t('Delete your own account in your settings'));
  await inTransaction(app, async (app) => {
    await lockRow(app, 'identity.account', id);
    const { username } = await getPersonFile(app, id);
    if (given.username.trim().replace(/^@/, '').toLowerCase() !== username.toLowerCase())
      throw invalid('username', t('Enter {username} to confirm', { username }));
    await refuseOperator(app, id);
    await refuseAbove(app, operator, id, 'as equal');
    await scheduleDeletionByOperator(app, operator.id, id, reason);
    await addAuditEntry(app, operator.id, 'person.schedule_deletion', subjectOf(id), reason);
  });
}

async function refuseOperator({ db }: App, id: string): Promise<void> {
  const { permissions } = await db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select('role.permissions')
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow();
  if (permissions.includes('operate'))
    throw new Problem('forbidden', t('An operator cannot be deleted. Change their role first.'));
}

/** Cancels a pending deletion, requested by the owner or an operator. */
export async function restorePerson(app: App, operator: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await cancelDeletionByOperator(app, id))) throw missing(t('Pending deletion'));
    await addAuditEntry(app, operator.id, 'person.cancel_deletion', subjectOf(id));
  });
}
