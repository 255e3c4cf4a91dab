import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid, missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { describeChanges, addAuditEntry } from '../operators/audit.ts';
import { subjectOf } from './get-person.ts';

/** Changes a person's role, effective from their next request. At least one operator must remain. */
export async function changeRole(
  app: App,
  operator: Pick<Viewer, 'id'>,
  id: string,
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
    if (!known) throw invalid('role', t('Unknown role'));
    const before = await app.db
      .selectFrom('identity.account')
      .select('role')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw missing(t('Person'));
    await app.db.updateTable('identity.account').set({ role }).where('id', '=', id).execute();
    if (!known.permissions.includes('operate')) await refuseWithoutOperator(app);
    await addAuditEntry(
      app,
      operator.id,
      'person.update_role',
      subjectOf(id),
      describeChanges(before, { role }),
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
  if (!left) throw new Problem('conflict', t('At least one operator is required'), { field: 'role' });
}
