import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { job, type Job } from '../../platform/jobs.ts';
import { eraseAccount } from './erase-account.ts';
import { revokeAllKeys } from '../keys/revoke-all-keys.ts';
import type { DeletionScope } from './account-deletion.ts';

/** Deletes an account's data on one service. Runs in a transaction and must be safe to retry. */
type Erase = (app: App, accountId: string) => Promise<void>;

/** Erasers by service. Plaza's data is only deleted together with the whole account. */
export type Erasers = Readonly<Record<Exclude<DeletionScope, 'account'> | 'plaza', Erase>>;

/** Maximum accounts deleted in one run. The rest wait for the next run. */
const maxAtOnce = 20;

/**
 * The job that deletes accounts and data that are due. `erasers` holds one eraser for each service, assembled
 * where both services are known.
 */
export const accountDeletionJob = (erasers: Erasers): Job =>
  job('identity.close-due', Type.Object({}), (app) => deleteDueAccounts(app, erasers), {
    cron: '23 * * * *',
  });

export async function deleteDueAccounts(app: App, erasers: Readonly<Record<string, Erase>>): Promise<void> {
  const due = await app.db
    .selectFrom('identity.deletion_request')
    .select(['account_id', 'scope'])
    .where('due_at', '<=', app.clock.now())
    .orderBy('due_at')
    .limit(maxAtOnce)
    .execute();
  const failures: unknown[] = [];
  // A failed deletion does not block the others.
  for (const { account_id, scope } of due)
    await deleteAccount(app, account_id, scope, erasers).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some due deletions failed');
}

async function deleteAccount(
  app: App,
  accountId: string,
  scope: string,
  erasers: Readonly<Record<string, Erase>>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    // A concurrent sign-in either cancels the whole deletion or finds the account deleted.
    const taken = await app.db
      .deleteFrom('identity.deletion_request')
      .where('account_id', '=', accountId)
      .where('scope', '=', scope)
      .where('due_at', '<=', app.clock.now())
      .returning('scope')
      .executeTakeFirst();
    if (!taken) return;
    for (const [service, erase] of Object.entries(erasers))
      if (scope === 'account' || scope === service) await erase(app, accountId);
    await revokeAllKeys(app, accountId);
    if (scope === 'account') await eraseAccount(app, accountId);
  });
  app.log.info({ accountId, scope }, 'deleted as requested');
}
