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
  ledger: () => 'The ledger does not add up',
} as const;

export type MoneyEvent = keyof typeof moneyEvents;
