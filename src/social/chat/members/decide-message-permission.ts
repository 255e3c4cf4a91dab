import type { MessageAudience } from '../../../identity/account/privacy.ts';

/** The relationship of a writer to the recipient. */
interface Standing {
  /** Who may write to the recipient. */
  audience: MessageAudience;
  isFriend: boolean;
  isFriendOfFriend: boolean;
  /** Whether the recipient follows the writer. */
  isFollowed: boolean;
  /** Whether both have accepted a conversation with each other. */
  isAccepted: boolean;
}

/** `request`: the conversation is listed separately until it is accepted, and the writer gets no receipts. */
export function decideMessagePermission(standing: Standing): 'allow' | 'request' | 'refuse' {
  const { audience, isFriend, isFriendOfFriend, isFollowed, isAccepted } = standing;
  if (isAccepted) return 'allow';
  const isWelcome = {
    everybody: true,
    'friends-of-friends': isFriend || isFriendOfFriend,
    friends: isFriend,
    nobody: false,
  }[audience];
  if (!isWelcome) return 'refuse';
  return isFriend || isFollowed ? 'allow' : 'request';
}
