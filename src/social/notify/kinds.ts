/** What somebody can be told of, in the order of the settings. */
export const notificationKinds = [
  'friend_request',
  'friend_accept',
  'follow',
  'comment',
  'reply',
  'reaction',
  'mention',
  'share',
  'thread',
  'answer',
  'accepted',
  'page_invitation',
  'page_role',
  'agent',
  'published',
  'term',
  'appeal',
  'decision',
  'report',
  'money',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** What is told by the place itself, each time for itself; the rest is what people do, and is gathered until it is read. */
export const placeKinds = ['decision', 'report', 'published', 'term', 'appeal', 'agent', 'money'] as const;

/** What was decided, as it is told to whom it concerns. */
export type Outcome =
  'released' | 'removed' | 'hidden' | 'warned' | 'kept' | 'acted' | 'taken' | 'declined' | 'granted';

/** What happened to somebody's money, by the words that say it. */
export const moneyEvents = {
  top_up: (amount: string) => `${amount} arrived in your wallet`,
  top_up_refused: (amount: string) => `Your bank transfer of ${amount} was not confirmed`,
  top_up_review: (amount: string) => `A bank transfer of ${amount} waits for your confirmation`,
  credit: (amount: string) => `You were credited ${amount}`,
  debit: (amount: string) => `A credit of ${amount} was reversed`,
  refund: (amount: string) => `A top-up of ${amount} was refunded`,
  dispute: (amount: string) => `A top-up of ${amount} was disputed and is taken back`,
  dispute_review: (amount: string) => `A top-up of ${amount} is disputed: answer in Stripe’s dashboard`,
  payout_review: (amount: string) => `A payout of ${amount} waits for your decision`,
  payout_requested: (amount: string) => `You asked for a payout of ${amount}`,
  payout_approved: (amount: string) => `Your payout of ${amount} was approved`,
  payout_refused: (amount: string) => `Your payout of ${amount} was refused, and the money is back`,
  payout_paid: (amount: string) => `Your payout of ${amount} was paid`,
  subscribed: (amount: string) => `You subscribed for ${amount}`,
  trial: (amount: string) => `Your free trial began. It is renewed for ${amount} unless you cancel`,
  renewed: (amount: string) => `Your subscription was renewed for ${amount}`,
  renewal_failed: (amount: string) =>
    `Your wallet does not cover ${amount} for a subscription. Top up within 7 days`,
  subscription_ended: (amount: string) => `Your subscription of ${amount} ended`,
  price_change: (amount: string) =>
    `A plan that you subscribe to costs ${amount} from a renewal in 7 days or later`,
  plan_changed: (amount: string) => `You changed your plan and paid ${amount}`,
  unlocked: (amount: string) => `You unlocked a post for ${amount}`,
  tip_sent: (amount: string) => `You sent a tip of ${amount}`,
  message_paid: (amount: string) => `You paid ${amount} for a first message`,
  message_sold: (amount: string) => `Somebody paid ${amount} to write to you`,
  refunded: (amount: string) => `${amount} was refunded to your wallet`,
  subscriber: (amount: string) => `Somebody subscribed for ${amount}`,
  trial_subscriber: (amount: string) => `Somebody began a free trial of a plan for ${amount}`,
  renewal: (amount: string) => `A subscription was renewed for ${amount}`,
  subscriber_changed: (amount: string) => `A subscriber changed their plan and paid ${amount}`,
  post_sold: (amount: string) => `Somebody unlocked a post of yours for ${amount}`,
  tip: (amount: string) => `You received a tip of ${amount}`,
  refund_given: (amount: string) => `${amount} was refunded to a buyer`,
  ledger: () => 'The ledger does not add up',
} as const;

export type MoneyEvent = keyof typeof moneyEvents;
