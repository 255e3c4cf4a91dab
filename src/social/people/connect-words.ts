/** The values of `do` and their actions. */
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

/** Values of `do` that take the id of a page. */
export const pageWords = ['page-like', 'page-unlike'] as const;

export type ConnectWord = (typeof connectWords)[number];
