/** By which a browser knows the notification of a conversation, to replace or close it. */
export const conversationTag = (conversationId: string) => `conversation-${conversationId}`;
