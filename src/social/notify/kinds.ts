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
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** What is told by the place itself, each time for itself; the rest is what people do, and is gathered until it is read. */
export const placeKinds = ['decision', 'report', 'published', 'term', 'appeal', 'agent'] as const;

/** What was decided, as it is told to whom it concerns. */
export type Outcome =
  'released' | 'removed' | 'hidden' | 'warned' | 'kept' | 'acted' | 'taken' | 'declined' | 'granted';
