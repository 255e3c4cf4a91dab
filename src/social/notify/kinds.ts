import { t } from '../../web/translation/translate.ts';

/** Kinds of notifications, in the order of the settings. */
export const notificationKinds = [
  'friend_request',
  'friend_accept',
  'follow_request',
  'follow_accept',
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
  'event_day',
  'event_hour',
  'event_place',
  'event_ticket',
  'event_change',
  'event_cancel',
  'group_post',
  'case_assigned',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** System notifications are separate; those of people's actions are grouped until read. */
export const systemKinds = ['decision', 'report', 'published', 'term', 'appeal', 'agent', 'money'] as const;

/** About events: of the site itself, about a post that the receiver must see, and one row until read. */
export const eventKinds = [
  'event_day',
  'event_hour',
  'event_place',
  'event_ticket',
  'event_change',
  'event_cancel',
] as const;

/** Kinds about what somebody else wrote, to which keyword filters apply. */
export const isAboutText = (kind: NotificationKind): boolean =>
  kind === 'comment' ||
  kind === 'reply' ||
  kind === 'mention' ||
  kind === 'thread' ||
  kind === 'answer' ||
  kind === 'group_post';

/** A decision, as shown to the people concerned. */
export type CaseOutcome =
  'released' | 'removed' | 'hidden' | 'warned' | 'kept' | 'acted' | 'taken' | 'declined' | 'granted';

/** Money events, with their texts. */
export const moneyEvents = {
  top_up: (amount: string) => t('{amount} was added to your wallet', { amount }),
  top_up_refused: (amount: string) => t('Your bank transfer of {amount} was not confirmed', { amount }),
  top_up_review: (amount: string) =>
    t('A bank transfer of {amount} is waiting for your confirmation', { amount }),
  credit: (amount: string) => t('You were credited {amount}', { amount }),
  debit: (amount: string) => t('A credit of {amount} was reversed', { amount }),
  refund: (amount: string) => t('A top-up of {amount} was refunded', { amount }),
  dispute: (amount: string) => t('A top-up of {amount} was disputed and reversed', { amount }),
  dispute_review: (amount: string) =>
    t('A top-up of {amount} was disputed. Respond in the Stripe dashboard', { amount }),
  payout_review: (amount: string) => t('A payout of {amount} is waiting for your approval', { amount }),
  payout_requested: (amount: string) => t('You requested a payout of {amount}', { amount }),
  payout_approved: (amount: string) => t('Your payout of {amount} was approved', { amount }),
  payout_refused: (amount: string) =>
    t('Your payout of {amount} was rejected, and the money was returned', { amount }),
  payout_paid: (amount: string) => t('Your payout of {amount} was paid', { amount }),
  subscribed: (amount: string) => t('You subscribed for {amount}', { amount }),
  trial: (amount: string) =>
    t('Your free trial started. It renews for {amount} unless you cancel', { amount }),
  renewed: (amount: string) => t('Your subscription was renewed for {amount}', { amount }),
  renewal_failed: (amount: string) =>
    t('Your wallet does not cover {amount} for a subscription. Top up within 7 days', { amount }),
  subscription_ended: (amount: string) => t('Your {amount} subscription ended', { amount }),
  price_change: (amount: string) =>
    t('The price of a plan you subscribe to changes to {amount}, from a renewal in at least 7 days', {
      amount,
    }),
  plan_changed: (amount: string) => t('You changed your plan and paid {amount}', { amount }),
  unlocked: (amount: string) => t('You unlocked a post for {amount}', { amount }),
  tip_sent: (amount: string) => t('You sent a tip of {amount}', { amount }),
  message_paid: (amount: string) => t('You paid {amount} for a first message', { amount }),
  message_sold: (amount: string) => t('Someone paid {amount} to message you', { amount }),
  ticket_paid: (amount: string) => t('You paid {amount} for a ticket', { amount }),
  ticket_unpaid: (amount: string) =>
    t('A place became free, but your wallet or what you agreed to did not cover {amount}', { amount }),
  ticket_sold: (amount: string) => t('Someone bought a ticket of yours for {amount}', { amount }),
  refunded: (amount: string) => t('{amount} was refunded to your wallet', { amount }),
  subscriber: (amount: string) => t('Someone subscribed for {amount}', { amount }),
  trial_subscriber: (amount: string) => t('Someone started a free trial of a plan for {amount}', { amount }),
  renewal: (amount: string) => t('A subscription was renewed for {amount}', { amount }),
  subscriber_changed: (amount: string) => t('A subscriber changed their plan and paid {amount}', { amount }),
  post_sold: (amount: string) => t('Someone unlocked a post of yours for {amount}', { amount }),
  tip: (amount: string) => t('You received a tip of {amount}', { amount }),
  refund_given: (amount: string) => t('{amount} was refunded to a buyer', { amount }),
  ledger: () => t('The ledger is not balanced'),
} as const;

export type MoneyEvent = keyof typeof moneyEvents;

/** The channels of a notification kind. */
export interface NotificationChoice {
  onPage: boolean;
  byMail: boolean;
  /** By push to subscribed browsers. */
  byPush: boolean;
}

/** What others say to a person, and events they come to. Messages are pushed as well, by their own settings. */
const pushed: readonly NotificationKind[] = [
  ...(['mention', 'comment', 'reply', 'thread', 'answer'] as const),
  ...eventKinds,
];

/** The default until a person chooses. */
export const defaultChoiceOf = (kind: NotificationKind): NotificationChoice =>
  kind === 'event_ticket'
    ? { onPage: false, byMail: true, byPush: false }
    : { onPage: true, byMail: false, byPush: pushed.includes(kind) };
