/** Returns the tag by which browsers replace or close the notification of a conversation. */
export const conversationTag = (conversationId: string) => `conversation-${conversationId}`;
