import { Type } from 'typebox';
import { reactionKinds, type ReactionKind } from './kinds.ts';

export const ReactionChange = Type.Object({
  do: Type.Union([Type.Literal('react'), Type.Literal('unreact')]),
  post_id: Type.String({ pattern: '^[0-9]{1,18}$', description: 'Digits' }),
  reaction: Type.Optional(
    Type.Unsafe<ReactionKind>({ type: 'string', enum: reactionKinds, default: 'like' }),
  ),
});
