import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/app.ts';
import { type MoneyEvent, moneyEvents, type NotificationKind, type CaseOutcome } from '../notify/kinds.ts';
import type { Person } from '../people/person.ts';
import type { Post } from '../posts/post.ts';
import { pathOf } from '../posts/paths.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

/** A notification. Events of one kind about one subject are grouped until read. */
export interface Notification {
  id: string;
  kind: NotificationKind;
  postId: string | null;
  /** The post it is about, with its kind and parent. Null if it is not about a post. */
  post: Pick<Post, 'id' | 'kind' | 'title' | 'parentId'> | null;
  /** Whether it is about the viewer's message. */
  isOfMessage: boolean;
  /** The title of the group of the post. */
  group: string | null;
  /** The page it is about. */
  page: { username: string; title: string } | null;
  /** The comment it is about. For kind `comment`, the newest comment. */
  commentId: string | null;
  outcome: CaseOutcome | null;
  /** For kind `money`: the event and the amount, such as `$4.50`. */
  money: { event: MoneyEvent; amount: string } | null;
  /** The latest actors, last one first. Empty for notifications of the site itself. */
  actors: Person[];
  /** Number of actors. */
  count: number;
  /** The reaction, if all actors chose the same one. */
  reaction: ReactionKind | null;
  /** Excerpt of the text it is about. */
  excerpt: string;
  at: Date;
  seenAt: Date | null;
  readAt: Date | null;
}

/** A notification as a sentence: the actors and what they did. */
interface Sentence {
  /** Empty for notifications of the site itself. */
  who: string;
  what: string;
}

export function toSentence(notification: Notification): Sentence {
  return { who: nameAll(notification), what: whatOf(notification) };
}

export function inWords(notification: Notification): string {
  const { who, what } = toSentence(notification);
  return who === '' ? what : `${who} ${what}`;
}

function nameAll({ actors, count }: Notification): string {
  const [first, second] = actors;
  if (!first) return '';
  if (!second) return first.name;
  if (count === 2) return t('{first} and {second}', { first: first.name, second: second.name });
  return t('{first} and {count, plural, one {# other} other {# others}}', {
    first: first.name,
    count: count - 1,
  });
}

function whatOf(notification: Notification): string {
  const { count } = notification;
  const page = notification.page?.title ?? t('a page');
  const title = titleOf(notification);
  switch (notification.kind) {
    case 'friend_request':
      return t('{count, plural, one {sent you a friend request} other {sent you friend requests}}', {
        count,
      });
    case 'friend_accept':
      return t('{count, plural, one {is now friends with you} other {are now friends with you}}', { count });
    case 'follow_request':
      return t('{count, plural, one {asks to follow you} other {ask to follow you}}', { count });
    case 'follow_accept':
      return t('{count, plural, one {accepted your follow request} other {accepted your follow requests}}', {
        count,
      });
    case 'follow':
      return t('{count, plural, one {follows you} other {follow you}}', { count });
    case 'comment':
      return t('{count, plural, one {commented on {yours}} other {commented on {yours}}}', {
        count,
        yours: yours(postOf(notification)),
      });
    case 'reply':
      return t('{count, plural, one {replied to your comment} other {replied to your comment}}', { count });
    case 'reaction':
      return reacted(notification);
    case 'mention':
      return t(
        'mentioned you in {thing, select, article {an article} thread {a thread} question {a question} answer {an answer} reply {a reply} poll {a poll} comment {a comment} other {a post}}',
        {
          thing: thingOf(notification),
        },
      );
    case 'share':
      return t('{count, plural, one {shared {yours}} other {shared {yours}}}', {
        count,
        yours: yours(postOf(notification)),
      });
    case 'thread':
      return t('{count, plural, one {replied in {title}} other {replied in {title}}}', { count, title });
    case 'answer':
      return t('{count, plural, one {answered {title}} other {answered {title}}}', { count, title });
    case 'accepted':
      return notification.post?.kind === 'thread'
        ? t('marked your reply in {title} as the solution', { title })
        : t('accepted your answer to {title}', { title });
    case 'page_invitation':
      return t('{count, plural, one {invited you to like {page}} other {invited you to like {page}}}', {
        count,
        page,
      });
    case 'page_role':
      return t('added you to the team of {page}', { page });
    case 'agent':
      return t('An agent can now act as you');
    case 'published':
      return notification.outcome === 'declined'
        ? t('A scheduled post could not be published. See the draft for details')
        : t(
            'Your scheduled {thing, select, article {article} thread {thread} question {question} other {post}} was published',
            {
              thing: postOf(notification),
            },
          );
    case 'term':
      return notification.outcome === 'taken'
        ? t('Your glossary suggestion was accepted')
        : t('Your glossary suggestion was declined');
    case 'appeal':
      return notification.outcome === 'granted'
        ? t('Your appeal was granted: {yours} was restored', { yours: yours(thingOf(notification)) })
        : t('Your appeal about {yours} was declined', { yours: yours(thingOf(notification)) });
    case 'decision':
      return decided(notification);
    case 'money':
      return notification.money
        ? moneyEvents[notification.money.event](notification.money.amount)
        : t('Your balance changed');
    case 'report':
      return notification.outcome === 'kept'
        ? t('Your report was reviewed; no action was taken')
        : t('Your report was reviewed and action was taken');
    case 'event_day':
      return t('An event of yours starts within a day');
    case 'event_hour':
      return t('An event of yours starts within an hour');
    case 'event_place':
      return t('You have a place at an event: one became free');
    case 'event_ticket':
      return t('You have a place at an event');
    case 'event_change':
      return t('The time or place of an event of yours was changed');
    case 'group_post':
      return t('{count, plural, one {posted in {group}} other {posted in {group}}}', {
        count,
        group: notification.group ?? '',
      });
    case 'case_assigned':
      return t('{count, plural, one {assigned cases to you} other {assigned cases to you}}', { count });
    case 'event_cancel':
      return t('An event of yours was canceled');
  }
}

function reacted(notification: Notification): string {
  const { count } = notification;
  const thing = yours(thingOf(notification));
  if (notification.reaction === 'like')
    return t('{count, plural, one {likes {thing}} other {like {thing}}}', { count, thing });
  if (notification.reaction === 'love')
    return t('{count, plural, one {loves {thing}} other {love {thing}}}', { count, thing });
  return t('{count, plural, one {reacted to {thing}} other {reacted to {thing}}}', { count, thing });
}

function decided(notification: Notification): string {
  const isOfPerson = notification.postId === null && !notification.isOfMessage;
  const thing = isOfPerson ? 'profile' : thingOf(notification);
  switch (notification.outcome) {
    case 'released':
      return t('{Yours} was approved and published', { Yours: asSubject(thing) });
    case 'removed':
      return t('{Yours} was removed by a moderator', { Yours: asSubject(thing) });
    case 'hidden':
      return t('{Yours} was hidden by a moderator until you edit it', { Yours: asSubject(thing) });
    default:
      return t('You received a warning about {yours}', { yours: yours(thing) });
  }
}

/** The receiver's content as an object: `commented on your post`. */
const yours = (thing: string) =>
  t(
    '{thing, select, article {your article} thread {your thread} question {your question} answer {your answer} reply {your reply} poll {your poll} comment {your comment} message {your message} profile {your profile} other {your post}}',
    {
      thing,
    },
  );

/** The receiver's content as a subject: `Your post was removed`. */
const asSubject = (thing: string) =>
  t(
    '{thing, select, article {Your article} thread {Your thread} question {Your question} answer {Your answer} reply {Your reply} poll {Your poll} comment {Your comment} message {Your message} profile {Your profile} other {Your post}}',
    {
      thing,
    },
  );

function thingOf(notification: Notification): string {
  if (notification.isOfMessage) return 'message';
  return notification.commentId === null ? postOf(notification) : 'comment';
}

/** The kind of the post: a post, an article, a thread … */
const postOf = ({ post }: Notification) => post?.kind ?? 'post';

const titleOf = ({ post }: Notification) => (post?.title ? `“${post.title}”` : t('a post you follow'));

/** The path of the subject of a notification. */
export function notificationPath(notification: Notification, viewer: Pick<Viewer, 'username'>): string {
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
  if (kind === 'case_assigned') return '/moderation?assigned=mine';
  if (kind === 'report') return '/notifications';
  if (kind === 'published' && outcome === 'declined') return '/drafts';
  if (kind === 'term') return '/glossary/suggestions';
  if (notification.isOfMessage) return '/messages';
  if (page && !post) return `/pages/${page.username}`;
  if (kind === 'thread' && post?.kind === 'thread') return `/forums/threads/${post.id}?to=unread`;
  if (kind === 'share' && post) return `/posts/${post.id}/shares`;
  if (post && kind.startsWith('event_')) return `/events/${post.id}`;
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
  ...(['post_sold', 'ticket_sold', 'tip', 'refund_given'] as const),
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

/** Filters of the notification list, in tab order. */
export const notificationFilters = ['mentions', 'replies', 'requests', 'reactions', 'money'] as const;
export type NotificationFilter = (typeof notificationFilters)[number];

export const filterNames = (): Readonly<Record<NotificationFilter, string>> => ({
  mentions: t('Mentions'),
  replies: t('Replies'),
  requests: t('Requests'),
  reactions: t('Reactions'),
  money: t('Money'),
});

export const kindsOf: Readonly<Record<NotificationFilter, readonly NotificationKind[]>> = {
  mentions: ['mention'],
  replies: ['comment', 'reply', 'thread', 'answer', 'accepted'],
  requests: ['friend_request', 'follow_request', 'page_invitation'],
  reactions: ['reaction', 'share'],
  money: ['money'],
};
