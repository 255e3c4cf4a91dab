import { msg, missing, Problem } from '../../../kernel/problem.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { type App, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { notify } from '../../notify/notify.ts';
import { provider, reverseTransaction, transfer, wallet } from '../ledger.ts';
import { checkReason, formatMoney, type Money } from '../money.ts';
import { openStripe, toStripe } from './checkout.ts';

/**
 * Refunds the rest of a card top-up. The money is taken from the wallet first, so that it cannot be spent
 * meanwhile, and returned if Stripe rejects the refund.
 */
export const refundTopUp = verb(
  { name: 'wallet.refund', who: 'operator' },
  async (app: App, operator: Viewer, id: string, typed: string): Promise<void> => {
    const { config } = app;
    const reason = checkReason(typed);
    const stripe = await openStripe(config);
    const taken = await take(app, id);
    try {
      await stripe.refunds.create(
        { payment_intent: taken.payment, amount: toStripe(config, taken.amount), metadata: { top_up: id } },
        { idempotencyKey: taken.key },
      );
    } catch (error) {
      if (isRefusal(error)) {
        await releaseReservation(app, id, taken);
        throw new Problem('conflict', msg('Stripe rejected the refund. The money is in the wallet.'), {
          cause: error,
        });
      }
      // The refund may have succeeded, which Stripe's webhook or dashboard will show. The money stays taken.
      throw new Problem(
        'unavailable',
        msg('Stripe did not respond. Check in Stripe whether it was refunded.'),
        {
          retryAfter: 10,
          cause: error,
        },
      );
    }
    await inTransaction(app, async (app) => {
      const sum = formatMoney(config, taken.amount);
      await addAuditEntry(app, operator.id, 'top_up.refund', `top-up ${id}`, `${sum}: ${reason}`);
      await app.db
        .updateTable('social.top_up')
        .set({ reason, decided_by: operator.id })
        .where('id', '=', id)
        .execute();
      await notify(app, {
        to: taken.person,
        kind: 'money',
        money: { event: 'refund', amount: taken.amount },
      });
    });
  },
);

interface Reversal {
  person: string;
  payment: string;
  amount: Money;
  key: string;
  transactionId: string;
}

const take = (app: App, id: string): Promise<Reversal> =>
  inTransaction(app, async (app) => {
    const topUp = await app.db
      .selectFrom('social.top_up')
      .where('id', '=', id)
      .where('provider', '=', 'stripe')
      .select(['account_id', 'payment', 'amount', 'returned', 'state'])
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!topUp) throw missing(msg('Top-up'));
    const { account_id: person, payment, returned } = topUp;
    const amount = BigInt(topUp.amount) - BigInt(returned);
    if (topUp.state !== 'completed' || amount === 0n || person === null || payment === null)
      throw new Problem('conflict', msg('This top-up has nothing left to refund'));
    // Each attempt needs a new key, because Stripe repeats the rejection for a used one.
    const { count } = await app.db
      .selectFrom('social.ledger_transaction')
      .where('subject', '=', 'top_up')
      .where('subject_id', '=', id)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const key = `top-up-refund-${id}-${count}`;
    const { transactionId } = await transfer(
      app,
      [{ from: wallet(person), to: provider('stripe'), amount, kind: 'top_up_refund' }],
      { key, cause: { subject: 'top_up', id } },
    );
    await app.db
      .updateTable('social.top_up')
      .set({ state: 'refunded', returned: topUp.amount })
      .where('id', '=', id)
      .execute();
    return { person, payment, amount, key, transactionId };
  });

const releaseReservation = (app: App, id: string, { transactionId, amount }: Reversal): Promise<void> =>
  inTransaction(app, async (app) => {
    await reverseTransaction(app, transactionId, { kind: 'refund_failed' });
    await app.db
      .updateTable('social.top_up')
      .set((eb) => ({ state: 'completed', returned: eb('returned', '-', String(amount)) }))
      .where('id', '=', id)
      .execute();
  });

/** Whether Stripe rejected the request, as opposed to no response. */
const isRefusal = (error: unknown): boolean => {
  const { statusCode } = (error ?? {}) as { statusCode?: number };
  return (
    statusCode !== undefined &&
    statusCode >= 400 &&
    statusCode < 500 &&
    statusCode !== 409 &&
    statusCode !== 429
  );
};
