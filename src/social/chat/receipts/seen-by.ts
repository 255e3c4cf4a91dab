import type { Message } from '../messages/message.ts';
import type { Member } from '../conversations/conversation.ts';

export type Receipt = 'sent' | 'delivered' | 'seen';

/**
 * Returns the delivery state of the viewer's message: seen if anyone has read it, delivered if it has reached
 * all others.
 */
export function receiptOf(members: readonly Member[], { id, at }: Pick<Message, 'id' | 'at'>): Receipt {
  if (seenBy(members, id).length > 0) return 'seen';
  const hasReachedAll =
    members.length > 0 && members.every(({ reachedAt }) => reachedAt !== null && reachedAt >= at);
  return hasReachedAll ? 'delivered' : 'sent';
}

/** Returns the members who have read a message, as far as they share receipts with the viewer. */
export const seenBy = (members: readonly Member[], messageId: string): Member[] =>
  members.filter(({ seenTo }) => seenTo !== null && BigInt(seenTo) >= BigInt(messageId));
