import { type Static, type TSchema, Type } from 'typebox';
import type { PaidPost } from './post-record.ts';

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

export const listShape = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), ...listFields });

/** Returns a list response. */
export const toList = <Item>(items: Item[], next: string | null) => ({
  items,
  count: items.length,
  next_cursor: next,
});

export type Author = Static<typeof Author>;

/** A post in examples. */
export const examplePost: PaidPost = {
  id: '1024',
  type: 'post',
  url: 'https://plaza.example/posts/1024',
  title: '',
  text: 'Sourdough, day three: it rises. #baking',
  author: { type: 'person', username: 'ada', name: 'Ada Lovelace', url: 'https://plaza.example/@ada' },
  agent_name: null,
  created_at: '2026-11-20T08:30:00.000Z',
  updated_at: null,
  hashtags: ['baking'],
  content_warning: '',
  shared_url: null,
  media: [
    {
      type: 'image',
      url: 'https://plaza.example/files/photos/2026/11/loaf.webp',
      alt: 'A round loaf',
      width: 1600,
      height: 1200,
    },
  ],
  poll: null,
  counts: { reactions: 12, comments: 3, shares: 1, replies: 0, score: 0 },
  license: 'All rights reserved by the authors',
};

/** Returns an example post with a title, of another kind. */
export const paidPostExample = (type: PaidPost['type'], title: string, text: string): PaidPost => ({
  ...examplePost,
  type,
  title,
  text,
  hashtags: [],
  media: [],
});
