import type { MessageAudience } from '../../../identity/account/privacy.ts';

/** How somebody stands to the person whom they want to write to. */
interface Standing {
  /** From whom that person accepts messages. */
  audience: MessageAudience;
  isFriend: boolean;
  isFriendOfFriend: boolean;
  /** That person follows the writer. */
  isFollowed: boolean;
  /** They have a conversation that both have accepted. */
  isAccepted: boolean;
}

/** `request`: it is shown apart until it is accepted, and its writer gets no receipts. */
export function decideWriting(standing: Standing): 'allow' | 'request' | 'refuse' {
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
