import type { Viewer } from '../../platform/http/caller.ts';
import { pathOf } from '../posts/sharing/path-of.ts';
import type { MoneyEvent } from '../notify/kinds.ts';
import type { Notification } from './notification.ts';

/** The path of the subject of a notification. */
export function targetOf(notification: Notification, viewer: Pick<Viewer, 'username'>): string {
  const { kind, post, page, commentId, outcome, actors, count } = notification;
  if (kind === 'friend_request') return '/people/requests';
  if (kind === 'friend_accept' || kind === 'follow') {
    if (count === 1 && actors[0]) return `/@${actors[0].username}`;
    return `/@${viewer.username}/${kind === 'follow' ? 'followers' : 'friends'}`;
  }
  // That page shows the reason and the option to appeal.
  if (kind === 'decision' && outcome !== 'released') return '/appeals';
  if (kind === 'appeal' && outcome === 'declined') return '/appeals';
  if (kind === 'agent') return '/settings/agents';
  if (kind === 'money') return moneyTarget(notification.money?.event);
  if (kind === 'report') return '/notifications';
  if (kind === 'published' && outcome === 'declined') return '/drafts';
  // That page shows the outcome and its reason.
  if (kind === 'term') return '/glossary/suggestions';
  if (notification.isOfMessage) return '/messages';
  if (page && !post) return `/pages/${page.username}`;
  // Links to the first unread reply.
  if (kind === 'thread' && post?.kind === 'thread') return `/forums/threads/${post.id}?to=unread`;
  // Links to the shares with their texts.
  if (kind === 'share' && post) return `/posts/${post.id}/shares`;
  if (!post) return `/@${viewer.username}`;
  return commentId === null ? pathOf(post) : `/comments/${commentId}#comment-${commentId}`;
}

const bought: readonly MoneyEvent[] = [
  'subscribed',
  'trial',
  'renewed',
  'renewal_failed',
  'subscription_ended',
  'price_change',
  'plan_changed',
];
const sold: readonly MoneyEvent[] = [
  'subscriber',
  'trial_subscriber',
  'renewal',
  'subscriber_changed',
  'post_sold',
  'tip',
  'refund_given',
];

function moneyTarget(event: MoneyEvent | undefined): string {
  if (event === 'ledger') return '/operator/wallets';
  if (event === 'top_up_review') return '/operator/wallets/bank-transfers';
  if (event === 'payout_review') return '/operator/wallets/payouts';
  if (event === 'dispute_review') return '/operator/wallets/top-ups';
  if (event !== undefined && bought.includes(event)) return '/settings/subscriptions';
  if (event !== undefined && sold.includes(event)) return '/settings/monetization/sales';
  return event?.startsWith('payout') ? '/settings/wallet/payouts' : '/settings/wallet';
}
