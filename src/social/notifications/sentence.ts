import type { ReactionKind } from '../reactions/kinds.ts';
import type { Notification } from './notification.ts';

/** What is told, in words: who did it, and what they did. */
export interface Sentence {
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
      return isOne ? 'wants to be friends' : 'want to be friends';
    case 'friend_accept':
      return isOne ? 'is friends with you now' : 'are friends with you now';
    case 'follow':
      return isOne ? 'follows you' : 'follow you';
    case 'comment':
      return 'commented on your post';
    case 'reaction':
      return reacted(notification.reaction, isOne);
    case 'mention':
      return `mentioned you in a ${thingOf(notification)}`;
    case 'decision':
      return decided(notification);
    case 'report':
      return notification.outcome === 'kept'
        ? 'What you reported was looked at, and it stays'
        : 'What you reported was looked at, and something was done about it';
  }
}

function reacted(reaction: ReactionKind | null, isOne: boolean): string {
  if (reaction === 'like') return isOne ? 'likes your post' : 'like your post';
  if (reaction === 'love') return isOne ? 'loves your post' : 'love your post';
  return 'reacted to your post';
}

function decided(notification: Notification): string {
  const isOfPerson = notification.postId === null;
  const thing = isOfPerson ? 'profile' : thingOf(notification);
  switch (notification.outcome) {
    case 'released':
      return `Your ${thing} was let through, and others see it now`;
    case 'removed':
      return `Your ${thing} was taken away by a moderator`;
    case 'hidden':
      return `Your ${thing} is hidden until a moderator has looked at it again`;
    default:
      return `A moderator warns you because of your ${thing}`;
  }
}

const thingOf = ({ commentId }: Notification) => (commentId === null ? 'post' : 'comment');
