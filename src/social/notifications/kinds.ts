/** What somebody can be told of, in the order of the settings. */
export const notificationKinds = [
  'friend_request',
  'friend_accept',
  'follow',
  'comment',
  'reaction',
  'mention',
  'decision',
  'report',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** What a moderator did, as it is told to whom it concerns. */
export type Outcome = 'released' | 'removed' | 'hidden' | 'warned' | 'kept' | 'acted';

export const isNotificationKind = (word: string): word is NotificationKind =>
  (notificationKinds as readonly string[]).includes(word);
