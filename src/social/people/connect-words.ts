/** The words of `do`, and what each does. */
export const connectWords = [
  'follow',
  'unfollow',
  'friend',
  'unfriend',
  'friend-add',
  'friend-accept',
  'friend-decline',
  'friend-cancel',
  'friend-remove',
  'block',
  'unblock',
  'mute',
  'unmute',
] as const;

export type ConnectWord = (typeof connectWords)[number];
