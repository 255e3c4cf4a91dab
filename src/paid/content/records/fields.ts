import { Type, type Static, type TSchema } from 'typebox';

export const Url = Type.String({ description: 'Absolute address' });
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Author = Type.Object(
  {
    type: Type.Enum(['person', 'page']),
    username: Type.String(),
    name: Type.String(),
    url: Url,
  },
  { description: 'The author: a person, or the page in whose name the content was published' },
);

/** Fields at the end of every list. */
const listFields = {
  count: Type.Integer({ description: 'Number of items in this response' }),
  next_cursor: orNull(Type.String({ description: 'Pass it as `cursor` for the next page. null at the end' })),
};

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Maximum number of items. The price depends on the number returned',
});
export const Cursor = Type.Optional(
  Type.String({
    pattern: '^[0-9]{1,18}$',
    description: '`next_cursor` of the previous response. Defaults to the newest items',
  }),
);
export const OptionalId = Type.Optional(
  Type.String({ pattern: '^[0-9]{1,18}$', description: 'Defaults to the newest' }),
);

export const listOf = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item), ...listFields });

/** Returns a list response. */
export const toList = <Item>(items: Item[], next: string | null) => ({
  items,
  count: items.length,
  next_cursor: next,
});

export type Author = Static<typeof Author>;
