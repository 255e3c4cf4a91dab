import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { job, type Job } from '../../platform/jobs.ts';
import { eraseAccount } from './erase-account.ts';
import { revokeAllKeys } from '../keys/revoke-all-keys.ts';
import type { DeletionScope } from './account-deletion.ts';

/** Deletes what an account has at one service. Runs in a transaction, and may run again after it failed. */
type Erase = (app: App, accountId: string) => Promise<void>;

/** By service. Plaza's part is never deleted by itself: without it there is no account. */
export type Erasers = Readonly<Record<Exclude<DeletionScope, 'account'> | 'plaza', Erase>>;

/** Accounts that are deleted in one run; the rest wait for the next. */
const maxAtOnce = 20;

/** The job that deletes what is due. `erasers` are the services', put together where both are known. */
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
  // One that cannot be deleted just now keeps nobody else waiting.
  for (const { account_id, scope } of due)
    await deleteAccount(app, account_id, scope, erasers).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything that is due could be deleted');
}

async function deleteAccount(
  app: App,
  accountId: string,
  scope: string,
  erasers: Readonly<Record<string, Erase>>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    // A sign-in at this very moment either saves the account or finds it gone; never half of it.
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
  app.log.info({ accountId, scope }, 'deleted as was asked');
}
