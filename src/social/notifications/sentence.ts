import { moneyEvents } from '../notify/kinds.ts';
import type { Notification } from './notification.ts';

/** What is told, in words: who did it, and what they did. */
interface Sentence {
  /** Empty where the place itself speaks. */
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
  if (count === 2) return `${first.name} and ${second.name}`;
  return `${first.name} and ${count - 1} others`;
}

function whatOf(notification: Notification): string {
  const isOne = notification.count === 1;
  switch (notification.kind) {
    case 'friend_request':
      return isOne ? 'sent you a friend request' : 'sent you friend requests';
    case 'friend_accept':
      return isOne ? 'is friends with you now' : 'are friends with you now';
    case 'follow':
      return isOne ? 'follows you' : 'follow you';
    case 'comment':
      return `commented on your ${postOf(notification)}`;
    case 'reply':
      return 'answered your comment';
    case 'reaction':
      return reacted(notification, isOne);
    case 'mention':
      return `mentioned you in ${withArticle(thingOf(notification))}`;
    case 'share':
      return `shared your ${postOf(notification)}`;
    case 'thread':
      return `replied in ${titleOf(notification)}`;
    case 'answer':
      return `answered ${titleOf(notification)}`;
    case 'accepted':
      return `accepted your answer to ${titleOf(notification)}`;
    case 'page_invitation':
      return `${isOne ? 'invites' : 'invite'} you to like ${notification.page?.title ?? 'a page'}`;
    case 'page_role':
      return `added you to the team of ${notification.page?.title ?? 'a page'}`;
    case 'agent':
      return 'An agent can now act as you';
    case 'published':
      return notification.outcome === 'declined'
        ? 'A scheduled post could not be published. See the draft for details'
        : `Your scheduled ${postOf(notification)} was published`;
    case 'term':
      return notification.outcome === 'taken'
        ? 'Your glossary suggestion was accepted'
        : 'Your glossary suggestion was declined';
    case 'appeal':
      return notification.outcome === 'granted'
        ? `Your appeal was granted: your ${thingOf(notification)} was restored`
        : `Your appeal about your ${thingOf(notification)} was declined`;
    case 'decision':
      return decided(notification);
    case 'money':
      return notification.money
        ? moneyEvents[notification.money.event](notification.money.amount)
        : 'Your balance changed';
    case 'report':
      return notification.outcome === 'kept'
        ? 'Your report was reviewed; no action was taken'
        : 'Your report was reviewed and action was taken';
  }
}

function reacted(notification: Notification, isOne: boolean): string {
  const thing = thingOf(notification);
  if (notification.reaction === 'like') return `${isOne ? 'likes' : 'like'} your ${thing}`;
  if (notification.reaction === 'love') return `${isOne ? 'loves' : 'love'} your ${thing}`;
  return `reacted to your ${thing}`;
}

function decided(notification: Notification): string {
  const isOfPerson = notification.postId === null && !notification.isOfMessage;
  const thing = isOfPerson ? 'profile' : thingOf(notification);
  switch (notification.outcome) {
    case 'released':
      return `Your ${thing} was approved and published`;
    case 'removed':
      return `Your ${thing} was removed by a moderator`;
    case 'hidden':
      return `Your ${thing} was hidden by a moderator until you edit it`;
    default:
      return `You received a warning about your ${thing}`;
  }
}

function thingOf(notification: Notification): string {
  if (notification.isOfMessage) return 'message';
  return notification.commentId === null ? postOf(notification) : 'comment';
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** A post, an article, a thread … */
const postOf = ({ post }: Notification) => post?.kind ?? 'post';

const titleOf = ({ post }: Notification) => (post?.title ? `“${post.title}”` : 'you follow');
