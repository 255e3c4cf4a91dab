/** What an author is told of a post that moderation holds. */
export const waits = { kind: 'info', text: 'Your post is waiting for review' } as const;
