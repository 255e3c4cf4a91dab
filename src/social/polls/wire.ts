import { Type } from 'typebox';
import { idOf } from '../../kernel/input.ts';

const Position = Type.Integer({ minimum: 1, maximum: 10 });

export const Vote = Type.Object({
  id: idOf('The post'),
  options: Type.Array(Position, {
    maxItems: 10,
    description: 'Positions of the chosen options, from 1; an empty list removes the vote',
  }),
});

/** The form values: one option, several, or none. */
export const VoteForm = Type.Object({
  options: Type.Optional(Type.Union([Position, Type.Array(Position, { maxItems: 10 })])),
});
