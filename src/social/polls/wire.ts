import { Type } from 'typebox';
import { idOf } from '../../kernel/input.ts';

const Position = Type.Integer({ minimum: 1, maximum: 10 });

export const Vote = Type.Object({
  id: idOf('The post'),
  options: Type.Array(Position, {
    maxItems: 10,
    description: 'Positions of what is chosen, from 1 on; none takes the vote back',
  }),
});

/** As forms send it: one box, several, or none. */
export const VoteForm = Type.Object({
  options: Type.Optional(Type.Union([Position, Type.Array(Position, { maxItems: 10 })])),
});
