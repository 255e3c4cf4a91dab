import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';
import { requireSeller, toSeller } from '../monetization/plan.ts';
import { plainMoney } from '../wallet/money.ts';
import { getEarnings, listSalesOf } from './earnings.ts';
import { endAllMemberships } from './ending.ts';
import { findOwnMembership, listOwnMemberships, listSubscribers } from './reading.ts';
import { refundSale, tip, unlockPost } from './purchases.ts';
import { cancelMembership, changePlan, renewNow, resumeMembership, subscribeToPlan } from './subscribing.ts';
import {
  EarningsRecord,
  EndRecord,
  RefundBody,
  SaleRecord,
  SellerBody,
  SellerQuery,
  MembershipBody,
  SubscriptionBody,
  SubscriptionRecord,
  TipBody,
  toEarningsRecord,
  toSaleRecord,
  toSubscriptionRecord,
  UnlockBody,
} from './wire.ts';

const addition = 'Extension.';
const member = operations('Monetization', 'member');
const base = '/apis/php/monetization';

const getRecord = async (app: App, viewer: Viewer, id: string) => {
  const found = await findOwnMembership(app, viewer, id);
  if (!found) throw missing(msg('Subscription'));
  return toSubscriptionRecord(found);
};

export const membershipRoutes = [
  member.get({
    path: `${base}/subscriptions`,
    summary: 'List your subscriptions',
    description: `${addition} Newest first, including ended ones.`,
    query: Type.Object({ after: SellerQuery.properties.after }),
    returns: PageEnvelope(Type.Array(SubscriptionRecord)),
    handle: async ({ app, viewer, query }) => {
      const { items, next } = await listOwnMemberships(app, viewer, query.after);
      return { data: items.map(toSubscriptionRecord), ...nextPlace(next) };
    },
  }),
  member.post({
    path: `${base}/subscribe`,
    verb: subscribeToPlan,
    summary: 'Subscribe to a plan',
    description: `${addition} The first period is paid from your wallet. Returns 402 if the balance does not cover it.`,
    body: MembershipBody,
    returns: Envelope(SubscriptionRecord),
    example: { plan_id: '1', price: '4.50', terms: '4.50/1/month' },
    handle: async ({ app, viewer, body }) => {
      const id = await subscribeToPlan(app, viewer, body.plan_id, body.price ?? '', body.terms);
      return { message: 'Subscribed', data: await getRecord(app, viewer, id) };
    },
  }),
  member.post({
    path: `${base}/subscription`,
    verb: changePlan,
    summary: 'Cancel, resume, renew or change a subscription',
    description: `${addition} A canceled subscription ends with the current period. renew pays for a period that the wallet did not cover. change requires plan_id.`,
    body: SubscriptionBody,
    returns: Envelope(SubscriptionRecord),
    example: { id: '1', do: 'cancel' },
    handle: async ({ app, viewer, body: { id, plan_id, price = '', terms, ...body } }) => {
      if (body.do === 'change') {
        if (plan_id === undefined) throw invalid('plan_id', msg('plan_id is required'));
        await changePlan(app, viewer, id, plan_id, price, terms);
      } else
        await { cancel: cancelMembership, resume: resumeMembership, renew: renewNow }[body.do](
          app,
          viewer,
          id,
        );
      return { message: 'Changed', data: await getRecord(app, viewer, id) };
    },
  }),
  member.post({
    path: `${base}/unlock`,
    verb: unlockPost,
    summary: 'Buy a post',
    description: `${addition} Paid from your wallet. Returns 402 if the balance does not cover it.`,
    body: UnlockBody,
    returns: Done,
    example: { post_id: '12', price: '2.00' },
    handle: async ({ app, viewer, body }) => {
      await unlockPost(app, viewer, body.post_id, body.price ?? '');
      return { message: 'Unlocked' };
    },
  }),
  member.post({
    path: `${base}/tip`,
    verb: tip,
    summary: 'Send a tip',
    description: `${addition} Goes to the author of a post, to a person or to a page. Send an Idempotency-Key so that a repeated call is only one tip.`,
    body: TipBody,
    returns: Done,
    example: { node_type: 'post', node_id: '12', amount: '5', message: 'Thank you' },
    handle: async ({ app, viewer, body }) => {
      const { node_type: type, node_id: id, amount, message } = body;
      await tip(app, viewer, { for: { type, id }, amount, message, key: randomUUID() });
      return { message: 'Sent' };
    },
  }),
  member.get({
    path: `${base}/subscribers`,
    summary: 'List subscribers to you or your page',
    description: addition,
    query: SellerQuery,
    returns: PageEnvelope(Type.Array(SubscriptionRecord)),
    handle: async ({ app, viewer, query }) => {
      const seller = toSeller(viewer, query.node_type, query.node_id);
      await requireSeller(app, viewer, seller);
      const { items, next } = await listSubscribers(app, seller, { before: query.after, words: query.query });
      return { data: items.map(toSubscriptionRecord), ...nextPlace(next) };
    },
  }),
  member.get({
    path: `${base}/sales`,
    summary: 'List sales by you or your page',
    description: `${addition} Newest first.`,
    query: SellerQuery,
    returns: PageEnvelope(Type.Array(SaleRecord)),
    handle: async ({ app, viewer, query }) => {
      const seller = toSeller(viewer, query.node_type, query.node_id);
      await requireSeller(app, viewer, seller);
      const { items, next } = await listSalesOf(app, seller, query.after);
      return { data: items.map(toSaleRecord), ...nextPlace(next) };
    },
  }),
  member.get({
    path: `${base}/earnings`,
    summary: 'Get earnings by you or your page, by month and by post',
    description: `${addition} After commission and refunds. Covers the last twelve months, oldest first.`,
    query: SellerBody,
    returns: Envelope(EarningsRecord),
    handle: async ({ app, viewer, query }) => {
      const seller = toSeller(viewer, query.node_type, query.node_id);
      await requireSeller(app, viewer, seller);
      return { data: toEarningsRecord(await getEarnings(app, seller)) };
    },
  }),
  member.post({
    path: `${base}/end_subscriptions`,
    verb: endAllMemberships,
    summary: 'End all subscriptions to you or your page and refund the unused time',
    description: `${addition} Allowed for the owner of the profile or page, and operators. Paid from your earnings, then from your wallet. Returns 402 if they do not cover it. The plans are deleted.`,
    body: SellerBody,
    returns: Envelope(EndRecord),
    example: { node_type: 'page', node_id: '3' },
    handle: async ({ app, viewer, body }) => {
      const seller = toSeller(viewer, body.node_type, body.node_id);
      const { subscribers, refunded } = await endAllMemberships(app, viewer, seller);
      return {
        message: 'Ended',
        data: { subscribers: String(subscribers), refunded: plainMoney(refunded) },
      };
    },
  }),
  member.post({
    path: `${base}/refund`,
    verb: refundSale,
    summary: 'Refund a payment',
    description: `${addition} For payments that you received. Operators can refund any payment. Revokes the purchase.`,
    body: RefundBody,
    returns: Done,
    example: { sale_id: '3' },
    handle: async ({ app, viewer, body }) => {
      await refundSale(app, viewer, body.sale_id);
      return { message: 'Refunded' };
    },
  }),
];
