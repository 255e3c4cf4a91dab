import { t } from '../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { reverseTransaction } from '../wallet/ledger/reverse.ts';
import { refuseAgent } from '../wallet/sales/sell.ts';
import { end } from './billing/renew.ts';
import { notifyMoney } from './billing/notify-money.ts';

/**
 * Refunds a sale to the buyer, in full and once. Allowed for the payee and for operators. Revokes the
 * purchase: the post is locked again, and refunding the current period ends the subscription.
 */
export const refundSale = (app: App, viewer: Viewer, id: string): Promise<void> =>
  inTransaction(app, async (app) => {
    refuseAgent(viewer);
    const sale = await app.db
      .selectFrom('social.sale')
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    const isOperator = may(viewer, 'operate');
    if (!sale || !(isOperator || sale.payee_id === viewer.id)) throw missing(t('Payment'));
    if (sale.refunded_at) throw new Problem('conflict', t('This payment was already refunded'));
    if (sale.buyer_id === null || sale.payee_id === null)
      throw new Problem(
        'conflict',
        t('The buyer’s or seller’s account was deleted, so this payment cannot be refunded'),
      );
    if (sale.membership_id !== null) await lockMembership(app, sale.membership_id);
    const { transactionId } = await reverseTransaction(app, sale.transaction_id, { kind: 'refund' });
    await app.db
      .updateTable('social.sale')
      .set({
        refunded_at: app.clock.now(),
        refund_transaction_id: transactionId,
        refunded: sale.amount,
        refunded_fee: sale.fee,
      })
      .where('id', '=', id)
      .execute();
    await app.db.deleteFrom('social.post_unlock').where('sale_id', '=', id).execute();
    if (sale.membership_id !== null) await endIfPresent(app, id, sale.membership_id);
    if (isOperator && sale.payee_id !== viewer.id)
      await addAuditEntry(app, viewer.id, 'sale.refund', `sale ${id}`);
    await notifyMoney(app, sale.buyer_id, 'refunded', BigInt(sale.amount));
    await notifyMoney(app, sale.payee_id, 'refund_given', BigInt(sale.amount));
  });

/** Locked before the ledger, in the same order as renewals, to avoid deadlocks. */
async function lockMembership({ db }: App, id: string): Promise<void> {
  await db.selectFrom('social.membership').where('id', '=', id).select('id').forUpdate().execute();
}

/**
 * Ends the subscription if the sale is for the current period. For an earlier period, only the money is
 * refunded.
 */
async function endIfPresent(app: App, saleId: string, membershipId: string): Promise<void> {
  const last = await app.db
    .selectFrom('social.sale')
    .where('membership_id', '=', membershipId)
    .orderBy('id', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (last?.id !== saleId) return;
  const member = await app.db
    .selectFrom('social.membership')
    .where('id', '=', membershipId)
    .where('ended_at', 'is', null)
    .select(['id', 'account_id', 'price'])
    .executeTakeFirst();
  if (member) await end(app, member, 'refunded');
}
