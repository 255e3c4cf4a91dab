import type { Member } from '../conversations/conversation.ts';

/** Who of the members has read a message, as far as the viewer may know. */
export const seenBy = (members: readonly Member[], messageId: string): Member[] =>
  members.filter(({ seenTo }) => seenTo !== null && BigInt(seenTo) >= BigInt(messageId));
