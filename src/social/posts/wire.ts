import { Type } from 'typebox';

/** Ids are digits. */
export const Id = Type.String({ pattern: '^[0-9]{1,18}$', description: 'Digits' });

const Privacy = Type.Enum(['public', 'friends', 'me'], { default: 'friends' });

// Generous: how long a text may be is counted in characters as readers count them, by the verb.
const Text = Type.String({ maxLength: 20_000 });

export const NewPost = Type.Object({
  text: Type.Optional(Text),
  privacy: Type.Optional(Privacy),
  alt: Type.Optional(
    Type.Union(
      [Type.String({ maxLength: 6000 }), Type.Array(Type.String({ maxLength: 6000 }), { maxItems: 10 })],
      {
        description: 'What each picture shows, in order',
      },
    ),
  ),
});

export const PostChange = Type.Object({
  text: Text,
  // No default: a change of the text alone must not change who may read it.
  privacy: Type.Optional(Type.Enum(['public', 'friends', 'me'])),
});

export const PostId = Type.Object({ id: Id });
