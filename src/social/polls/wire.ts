import { Type } from 'typebox';

const Position = Type.Integer({ minimum: 1, maximum: 10 });

export const Vote = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,18}$', description: 'The post' }),
  options: Type.Array(Position, {
    maxItems: 10,
    description: 'Positions of what is chosen, from 1 on; none takes the vote back',
  }),
});

/** As forms send it: one box, several, or none. */
export const VoteForm = Type.Object({
  options: Type.Optional(Type.Union([Position, Type.Array(Position, { maxItems: 10 })])),
});
