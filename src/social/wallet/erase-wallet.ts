import type { App } from '../../platform/app.ts';
import { forfeitAll } from './ledger/forfeit-balance.ts';

/**
 * Anonymizes the wallet of an account being deleted: keeps the amounts, transfers the remaining balance to
 * the operator, and deletes payout destinations, receipts and reasons. Call it in a transaction.
 */
export async function eraseWallet(app: App, accountId: string): Promise<void> {
  const { db, clock } = app;
  await forfeitAll(app, accountId);
  await db
    .deleteFrom('social.top_up_receipt')
    .where('top_up_id', 'in', db.selectFrom('social.top_up').where('account_id', '=', accountId).select('id'))
    .execute();
  await db
    .updateTable('social.top_up')
    .set({ reason: '' })
    .where('account_id', '=', accountId)
    .where('reason', '<>', '')
    .execute();
  await db
    .updateTable('social.top_up')
    .set({ state: 'expired', decided_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .execute();
  await db
    .updateTable('social.payout')
    .set({ state: 'canceled', decided_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['requested', 'approved'])
    .execute();
  await db
    .updateTable('social.payout')
    .set({ destination: '', reason: '' })
    .where('account_id', '=', accountId)
    .execute();
}
