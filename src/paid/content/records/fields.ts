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
  { description: 'Who speaks: a person, or the page in whose name something is said' },
);

/** The end of every list. */
const listFields = {
  count: Type.Integer({ description: 'Items in this answer' }),
  next_cursor: orNull(
    Type.String({ description: 'Send it as `cursor` for what comes next; null: this is the end' }),
  ),
};

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Items at most. The price follows the number that will be returned',
});
export const Cursor = Type.Optional(
  Type.String({ pattern: '^[0-9]{1,18}$', description: '`next_cursor` of the answer before' }),
);
export const OptionalId = Type.Optional(
  Type.String({ pattern: '^[0-9]{1,18}$', description: 'Without it, the newest' }),
);

export const listOf = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item), ...listFields });

/** A list as it is answered. */
export const toList = <Item>(items: Item[], next: string | null) => ({
  items,
  count: items.length,
  next_cursor: next,
});

export type Author = Static<typeof Author>;
