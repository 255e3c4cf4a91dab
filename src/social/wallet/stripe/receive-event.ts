import type Stripe from 'stripe';
import { Type } from 'typebox';
import { Problem, msg } from '../../../kernel/problem.ts';
import { type App, inTransaction } from '../../../platform/app.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { notify } from '../../notify/notify.ts';
import { notifyOfMoney } from '../balances.ts';
import { findTransaction, reverseTransaction } from '../ledger.ts';
import { completeTopUp, reverseTopUp } from '../top-ups/credit.ts';
import { fromStripe, openStripe } from './checkout.ts';

const anyone = operations('Wallet', 'anyone');

/** The Stripe webhook. The body is read unparsed, because the signature covers its bytes. */
export const stripeRoutes = [
  anyone.post({
    path: '/api/wallet/stripe',
    summary: 'Receive Stripe events',
    description:
      'Accepts signed events: checkout.session.*, charge.refunded and charge.dispute.funds_*. Events may be duplicated, late and out of order.',
    body: Type.Object({ id: Type.String(), type: Type.String() }),
    returns: Type.Object({ received: Type.Boolean() }),
    example: { id: 'evt_1', type: 'checkout.session.completed' },
    handle: async ({ app, client, body }) => {
      await receiveEvent(app, (body as unknown as string | undefined) ?? '', client.stripeSignature);
      return { received: true };
    },
  }),
];

/**
 * Handles Stripe events in any order and with duplicates. Each event describes the current state, so a known
 * state changes nothing. Throws for events that cannot be matched yet, so that Stripe retries them.
 */
export async function receiveEvent(app: App, body: string, signature: string): Promise<void> {
  const stripe = await openStripe(app.config);
  const event = parseEvent(stripe, body, signature, app.config.STRIPE_WEBHOOK_SECRET);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return complete(app, event.data.object);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return expire(app, event.data.object);
    case 'charge.refunded':
      return refund(app, event.data.object);
    case 'charge.dispute.funds_withdrawn':
      return withdraw(app, event.data.object);
    case 'charge.dispute.funds_reinstated':
      return reinstate(app, event.data.object);
    default:
  }
}

function parseEvent(stripe: Stripe, body: string, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    throw new Problem('invalid', msg('The signature is not valid'), {
      code: 'invalid_signature',
      cause: error,
    });
  }
}

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

const unplaced = (what: string) =>
  new Problem('conflict', msg('{what} does not belong to a known top-up', { what }), {
    code: 'unknown_top_up',
  });

/**
 * The top-up of an object that this service created. Whatever else the operator sells by the same account of Stripe has
 * none. The reference of a session does not tell: its buyer can choose that of a payment link.
 */
const topUpOf = ({ metadata }: { metadata: Stripe.Metadata | null }): string | undefined => metadata?.top_up;

async function complete(app: App, session: Stripe.Checkout.Session): Promise<void> {
  const id = topUpOf(session);
  // For bank debits the session completes first, and the payment succeeds later.
  if (session.payment_status !== 'paid' || id === undefined) return;
  const topUp = await findTopUp(app, { id });
  if (!topUp) throw unplaced('This session');
  const { CURRENCY } = app.config;
  const isRight =
    session.currency === CURRENCY.toLowerCase() &&
    session.amount_total !== null &&
    fromStripe(app.config, session.amount_total) === BigInt(topUp.amount);
  if (!isRight)
    throw new Problem('conflict', msg('The amount does not match the top-up'), { code: 'amount_mismatch' });
  const payment = idOf(session.payment_intent);
  await completeTopUp(app, topUp.id, payment === null ? {} : { payment });
}

async function expire(app: App, session: Stripe.Checkout.Session): Promise<void> {
  const topUp = await findTopUp(app, { id: topUpOf(session) });
  if (!topUp) return;
  await app.db
    .updateTable('social.top_up')
    .set({ state: 'expired', decided_at: app.clock.now() })
    .where('id', '=', topUp.id)
    .where('state', '=', 'pending')
    .execute();
}

/** `amount_refunded` is the total refunded amount, including refunds in Stripe's dashboard. */
async function refund(app: App, charge: Stripe.Charge): Promise<void> {
  const payment = idOf(charge.payment_intent);
  const id = topUpOf(charge);
  const found = await findTopUp(app, { payment, id });
  if (!found && id === undefined) return;
  if (!found) throw unplaced('This charge');
  // A refund implies a payment, even if its event has not arrived yet.
  await completeTopUp(app, found.id, payment === null ? {} : { payment });
  await inTransaction(app, async (app) => {
    const topUp = await lockTopUp(app, found.id);
    const returned = fromStripe(app.config, charge.amount_refunded);
    const amount = returned - BigInt(topUp.returned);
    if (amount <= 0n) return;
    await reverseTopUp(app, {
      topUpId: found.id,
      personId: topUp.account_id,
      provider: 'stripe',
      amount,
      kind: 'top_up_refund',
      key: `stripe-refund:${charge.id}:${charge.amount_refunded}`,
    });
    await app.db
      .updateTable('social.top_up')
      .set({ returned: returned.toString(), ...(returned >= BigInt(topUp.amount) && { state: 'refunded' }) })
      .where('id', '=', found.id)
      .execute();
    if (topUp.account_id !== null)
      await notify(app, { to: topUp.account_id, kind: 'money', money: { event: 'refund', amount } });
  });
}

async function withdraw(app: App, dispute: Stripe.Dispute): Promise<void> {
  const found = await findTopUp(app, { payment: idOf(dispute.payment_intent) });
  if (!found) throw unplaced('This dispute');
  await inTransaction(app, async (app) => {
    const topUp = await lockTopUp(app, found.id);
    const amount = fromStripe(app.config, dispute.amount);
    const key = `stripe-dispute:${dispute.id}`;
    if (await findTransaction(app, key)) return;
    await reverseTopUp(app, {
      topUpId: found.id,
      personId: topUp.account_id,
      provider: 'stripe',
      amount,
      kind: 'dispute',
      key,
    });
    await setState(app, found.id, 'disputed');
    if (topUp.account_id !== null)
      await notify(app, { to: topUp.account_id, kind: 'money', money: { event: 'dispute', amount } });
    await notifyOfMoney(app, 'dispute_review', amount);
  });
}

/** Handles a won dispute: returns the money to the wallet and the operator. */
async function reinstate(app: App, dispute: Stripe.Dispute): Promise<void> {
  // Applies the dispute first, in case its event has not arrived yet.
  await withdraw(app, dispute);
  const transaction = await findTransaction(app, `stripe-dispute:${dispute.id}`);
  if (!transaction) throw unplaced('This dispute');
  await inTransaction(app, async (app) => {
    const found = await findTopUp(app, { payment: idOf(dispute.payment_intent) });
    const { isRepeated } = await reverseTransaction(app, transaction, { kind: 'dispute_won' });
    if (found && !isRepeated) await setState(app, found.id, 'completed');
  });
}

/** A refund takes precedence over the dispute state. */
const setState = ({ db }: App, id: string, state: 'disputed' | 'completed') =>
  db
    .updateTable('social.top_up')
    .set({ state })
    .where('id', '=', id)
    .where('state', '<>', 'refunded')
    .execute();

/** Finds a top-up by its payment, or else by the id passed to Stripe. */
async function findTopUp(
  { db }: App,
  { payment = null, id = null }: { payment?: string | null; id?: string | null | undefined },
): Promise<{ id: string; amount: string } | undefined> {
  const stripes = db.selectFrom('social.top_up').where('provider', '=', 'stripe').select(['id', 'amount']);
  const byPayment =
    payment === null ? undefined : await stripes.where('payment', '=', payment).executeTakeFirst();
  if (byPayment || id === null || !/^\d{1,18}$/.test(id)) return byPayment;
  return stripes.where('id', '=', id).executeTakeFirst();
}

const lockTopUp = ({ db }: App, id: string) =>
  db
    .selectFrom('social.top_up')
    .where('id', '=', id)
    .select(['account_id', 'amount', 'returned'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
