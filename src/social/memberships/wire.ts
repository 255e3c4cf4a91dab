import { Type, type Static } from 'typebox';
import { Id, IdOrEmpty } from '../../kernel/input.ts';
import { plainMoney } from '../wallet/money.ts';
import type { Earnings, Sale } from './earnings.ts';
import type { Membership } from './membership.ts';

const Price = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'The price shown to the buyer. Without it, the response is 402 with the price; a different price is rejected with 409',
  }),
);
const ShownTerms = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'The terms shown to the subscriber, as price, number and kind of periods of the plan: `4.50/1/month`. Other terms are rejected with 409',
  }),
);
export const MembershipBody = Type.Object({ plan_id: Id, price: Price, terms: ShownTerms });
export const SubscriptionBody = Type.Object(
  {
    id: Id,
    do: Type.Enum(['cancel', 'resume', 'renew', 'change']),
    plan_id: Type.Optional(Id),
    price: Price,
    terms: ShownTerms,
  },
  { title: 'SubscriptionBody' },
);
export const UnlockBody = Type.Object({ post_id: Id, price: Price });
export const TipBody = Type.Object(
  {
    node_type: Type.Enum(['post', 'profile', 'page']),
    node_id: Id,
    amount: Type.String({ maxLength: 40, description: 'An amount such as 5 or 2.50' }),
    message: Type.String({ maxLength: 4000, default: '' }),
  },
  { title: 'TipBody' },
);
export const SellerBody = Type.Object({
  node_type: Type.Enum(['profile', 'page', 'group'], { default: 'profile' }),
  node_id: IdOrEmpty,
});
export const EndRecord = Type.Object({ subscribers: Type.String(), refunded: Type.String() });
export const EarningsRecord = Type.Object({
  months: Type.Array(
    Type.Object({ month: Type.String({ description: 'A month such as 2026-11' }), amount: Type.String() }),
  ),
  posts: Type.Array(
    Type.Object({
      post_id: Type.String(),
      title: Type.String(),
      amount: Type.String(),
      payments: Type.String(),
    }),
    { description: 'Posts with the highest earnings' },
  ),
});
export const RefundBody = Type.Object({ sale_id: Id });
export const SellerQuery = Type.Object({
  node_type: Type.Enum(['profile', 'page', 'group'], { default: 'profile' }),
  node_id: IdOrEmpty,
  query: Type.String({ maxLength: 100, default: '' }),
  after: Type.Optional(Id),
});

export const SubscriptionRecord = Type.Object(
  {
    id: Type.String(),
    plan_id: Type.String(),
    plan_title: Type.String(),
    node_id: Type.String(),
    node_type: Type.String(),
    node_name: Type.String(),
    user_id: Type.String({ description: 'The subscriber' }),
    user_name: Type.String(),
    price: Type.String({ description: 'Of the current period' }),
    period_num: Type.String(),
    period: Type.String(),
    status: Type.Enum(['active', 'trial', 'past_due', 'canceled', 'ended'], {
      description: 'canceled: ends with the current period',
    }),
    started: Type.String(),
    period_end: Type.String(),
    next_plan_id: Type.String({ description: 'Plan from the next renewal on; empty if unchanged' }),
  },
  { title: 'Subscription' },
);

export const toSubscriptionRecord = (member: Membership): Static<typeof SubscriptionRecord> => ({
  id: member.id,
  plan_id: member.plan.id,
  plan_title: member.plan.title,
  node_id: member.seller.id,
  node_type: member.seller.type,
  node_name: member.seller.name,
  user_id: member.subscriber.id,
  user_name: member.subscriber.username,
  price: member.price,
  period_num: String(member.periodNum),
  period: member.period,
  status: statusOf(member),
  started: member.startedAt.toISOString(),
  period_end: member.periodEnd.toISOString(),
  next_plan_id: member.nextPlan?.id ?? '',
});

function statusOf({ endedAt, canceledAt, pastDueAt, isTrial }: Membership) {
  if (endedAt) return 'ended';
  if (pastDueAt) return 'past_due';
  if (canceledAt) return 'canceled';
  return isTrial ? 'trial' : 'active';
}

export const SaleRecord = Type.Object(
  {
    id: Type.String(),
    sale_id: Type.String({ description: 'The same as `id`' }),
    kind: Type.Enum(['membership', 'unlock', 'tip', 'message', 'ticket']),
    user_name: Type.String({ description: 'The buyer; empty if the account was deleted' }),
    post_id: Type.String(),
    plan_title: Type.String(),
    amount: Type.String(),
    commission: Type.String({ description: "The operator's commission" }),
    message: Type.String(),
    time: Type.String(),
    refunded: Type.String({ description: 'ISO 8601; empty if not refunded' }),
    refunded_amount: Type.String({ description: 'The full amount, or the part for unused time' }),
  },
  { title: 'Sale' },
);

export const toEarningsRecord = ({ months, posts }: Earnings): Static<typeof EarningsRecord> => ({
  months: months.map(({ month, net }) => ({ month, amount: plainMoney(net) })),
  posts: posts.map(({ id, title, net, sales }) => {
    return { post_id: id, title, amount: plainMoney(net), payments: String(sales) };
  }),
});

export const toSaleRecord = (sale: Sale): Static<typeof SaleRecord> => ({
  id: sale.id,
  sale_id: sale.id,
  kind: sale.kind,
  user_name: sale.buyer?.username ?? '',
  post_id: sale.postId ?? '',
  plan_title: sale.plan ?? '',
  amount: plainMoney(sale.amount),
  commission: plainMoney(sale.fee),
  message: sale.message,
  time: sale.at.toISOString(),
  refunded: sale.refundedAt?.toISOString() ?? '',
  refunded_amount: plainMoney(sale.refunded),
});
