import type { Message } from '../messages/message.ts';
import type { Member } from '../conversations/conversation.ts';

export type Receipt = 'sent' | 'delivered' | 'seen';

/** How far a message of the viewer's has come: seen once somebody has read it, delivered once it has reached all others. */
export function receiptOf(members: readonly Member[], { id, at }: Pick<Message, 'id' | 'at'>): Receipt {
  if (seenBy(members, id).length > 0) return 'seen';
  const hasReachedAll =
    members.length > 0 && members.every(({ reachedAt }) => reachedAt !== null && reachedAt >= at);
  return hasReachedAll ? 'delivered' : 'sent';
}

/** Members who have read a message, as far as the viewer may know. */
export const seenBy = (members: readonly Member[], messageId: string): Member[] =>
  members.filter(({ seenTo }) => seenTo !== null && BigInt(seenTo) >= BigInt(messageId));
