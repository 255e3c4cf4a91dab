import { sql } from 'kysely';
import { findViewer } from '../../identity/account/viewer.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';
import { type App, perAccount, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { canMonetize } from '../access/entitlement.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import type { Seller } from '../monetization/plan.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { reverseTransaction } from '../wallet/ledger.ts';
import { parseMoney, toMoney } from '../wallet/money.ts';
import { getSellingSettings, lockBuyer, refuseAgent, refusePriceMismatch, sell } from '../wallet/sales.ts';
import { getPayee, notifyMoney } from './membership.ts';
import { end } from './renewal.ts';
import { minutes } from '../../kernel/time.ts';

/** Buys access to a single post. `shown`: the price that the buyer saw. Returns the id of the sale. */
export const unlockPost = verb(
  { name: 'memberships.unlock', who: 'member', limit: perAccount(60, minutes(5)) },
  (app: App, viewer: Viewer, postId: string, shown?: string): Promise<string> =>
    inTransaction(app, async (app) => {
      await lockBuyer(app, viewer);
      const { paywall, author, page } = await getPost(app, viewer, postId);
      if (!paywall || paywall.isOpen) throw new Problem('conflict', msg('You can already read this post'));
      if (paywall.price === null)
        throw new Problem('conflict', msg('This post is not sold separately. Subscribe instead.'));
      const price = toMoney(paywall.price);
      refusePriceMismatch(app, price, shown);
      const seller = page
        ? ({ type: 'page', id: page.id } as const)
        : ({ type: 'profile', id: author.id } as const);
      const payee = await getPayee(app, seller, viewer.id);
      const now = app.clock.now();
      // The post may have been bought and refunded before.
      const before = await app.db
        .selectFrom('social.sale')
        .where('post_id', '=', postId)
        .where('buyer_id', '=', viewer.id)
        .where('kind', '=', 'unlock')
        .select('id')
        .execute();
      const { id: saleId } = await sell(app, {
        kind: 'unlock',
        buyerId: viewer.id,
        payeeId: payee,
        pageId: page?.id,
        postId,
        amount: price,
        key: `unlock:${postId}:${viewer.id}:${before.length}`,
      });
      await app.db
        .insertInto('social.post_unlock')
        .values({ post_id: postId, account_id: viewer.id, sale_id: saleId, created_at: now })
        .execute();
      await notifyMoney(app, viewer.id, 'unlocked', price);
      await notifyMoney(app, payee, 'post_sold', price);
      return saleId;
    }),
);

export const minTip = 500_000n;
const highestTip = 1_000_000_000n;
export const longestTipMessage = 500;

interface NewTip {
  /** The receiver: a post's author, or a person or page directly. */
  for: { type: 'post' | 'profile' | 'page'; id: string };
  /** The typed amount, such as `5`. */
  amount: string;
  message: string;
  /** Idempotency key of the form or call: the same key sends one tip. */
  key: string;
}

/** Throws if a tip would be rejected. */
export async function refuseTip(app: App, viewer: Viewer, receiver: NewTip['for']): Promise<void> {
  const { seller } = await getReceiver(app, viewer, receiver);
  await getTipped(app, viewer, seller);
}

/** Sends money with a message to the author of a post, or to a person or page. Returns the id of the sale. */
export const tip = verb(
  { name: 'memberships.tip', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, given: NewTip): Promise<string> => {
    const amount = parseMoney(app.config, given.amount, { field: 'amount', min: minTip, max: highestTip });
    const message = cleanText(given.message, 'message', longestTipMessage);
    return inModeratedTransaction(app, viewer, async (app) => {
      await lockBuyer(app, viewer);
      const { seller, postId } = await getReceiver(app, viewer, given.for);
      const payee = await getTipped(app, viewer, seller);
      if (message !== '') {
        const submission = { subject: 'message', text: message, field: 'message' } as const;
        if ((await moderateText(app, viewer, submission)) === 'hold')
          throw new Problem('invalid', msg('This looks like spam. Rephrase it, or remove links.'), {
            field: 'message',
          });
      }
      const { id, isRepeated } = await sell(app, {
        kind: 'tip',
        buyerId: viewer.id,
        payeeId: payee,
        pageId: seller.type === 'page' ? seller.id : undefined,
        postId,
        amount,
        message,
        key: `tip:${viewer.id}:${given.key}`,
      });
      if (isRepeated) return id;
      await notifyMoney(app, viewer.id, 'tip_sent', amount);
      await notifyMoney(app, payee, 'tip', amount);
      return id;
    });
  },
);

async function getReceiver(
  app: App,
  viewer: Viewer,
  { type, id }: NewTip['for'],
): Promise<{ seller: Seller; postId?: string }> {
  if (type !== 'post') return { seller: { type, id } };
  const { author, page } = await getPost(app, viewer, id);
  return { seller: page ? { type: 'page', id: page.id } : { type: 'profile', id: author.id }, postId: id };
}

/** Returns the account that receives tips to a person or page. Throws if they do not accept tips. */
async function getTipped(app: App, viewer: Viewer, seller: Seller): Promise<string> {
  const payee = await getPayee(app, seller, viewer.id);
  const person = await findViewer(app, payee);
  const accepts =
    person && canMonetize(app.config, person) && (await getSellingSettings(app, payee)).acceptsTips;
  if (!accepts) throw new Problem('forbidden', msg('This person does not accept tips'));
  return payee;
}

/**
 * Refunds a sale to the buyer, in full and once. Allowed for the payee and for operators. Revokes the
 * purchase: the post is locked again, and refunding the current period ends the subscription.
 */
export const refundSale = verb(
  { name: 'memberships.refund', who: 'member', limit: perAccount(60, minutes(5)) },
  (app: App, viewer: Viewer, id: string): Promise<void> =>
    inTransaction(app, async (app) => {
      refuseAgent(viewer);
      const sale = await app.db
        .selectFrom('social.sale')
        .where('id', '=', id)
        .select('payee_id')
        .executeTakeFirst();
      const isOperator = may(viewer, 'operate');
      if (!sale || !(isOperator || sale.payee_id === viewer.id)) throw missing(msg('Payment'));
      await returnSale(app, id);
      if (isOperator && sale.payee_id !== viewer.id)
        await addAuditEntry(app, viewer.id, 'sale.refund', `sale ${id}`);
    }),
);

/**
 * Returns the money of a sale, in full and once, and revokes the purchase. Call it in a transaction. The caller decides
 * who may.
 */
export async function returnSale(app: App, id: string): Promise<void> {
  // The date of a ticket is locked before the ledger, as by purchases.
  await sql`select from social.event_date where id = (select date_id from social.event_answer where sale_id = ${id})
    for no key update`.execute(app.db);
  const sale = await app.db
    .selectFrom('social.sale')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (sale.refunded_at) throw new Problem('conflict', msg('This payment was already refunded'));
  if (sale.buyer_id === null || sale.payee_id === null)
    throw new Problem(
      'conflict',
      msg('The buyer’s or seller’s account was deleted, so this payment cannot be refunded'),
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
  // Without a ticket, nobody has a place.
  await app.db
    .updateTable('social.event_answer')
    .set({ answer: 'interested', sale_id: null, checked_in_at: null })
    .where('sale_id', '=', id)
    .execute();
  if (sale.membership_id !== null) await endIfPresent(app, id, sale.membership_id);
  await notifyMoney(app, sale.buyer_id, 'refunded', BigInt(sale.amount));
  await notifyMoney(app, sale.payee_id, 'refund_given', BigInt(sale.amount));
}

/** Refunds a sale of any seller, by an operator. */
export const refundAnySale = verb(
  { name: 'memberships.refund-any', who: 'operator' },
  (app, operator: Viewer, id: string) => refundSale(app, operator, id),
);

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
