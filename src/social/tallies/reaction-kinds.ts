/** Reactions, in the order of the picker. */
export const reactionKinds = ['like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry'] as const;

export type ReactionKind = (typeof reactionKinds)[number];

export const isReactionKind = (word: string): word is ReactionKind =>
  (reactionKinds as readonly string[]).includes(word);
