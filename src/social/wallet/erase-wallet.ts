import type { App } from '../../platform/app.ts';
import { forfeitAll } from './ledger/forfeit-balance.ts';

/**
 * What an account leaves of its wallet: numbers. What is left of its money becomes the operator's, and what names the person
 * goes: where payouts were to be paid to, receipts, reasons. Called in a transaction.
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
