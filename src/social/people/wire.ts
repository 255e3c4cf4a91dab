import { Type } from 'typebox';
import { connectWords } from './connect-words.ts';

export const Connect = Type.Object({
  do: Type.String({ description: connectWords.join(', '), maxLength: 40 }),
  id: Type.Union(
    [
      Type.String({ pattern: '^[0-9]{1,18}$' }),
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    ],
    {
      description: 'The other person’s account id',
    },
  ),
});

export const Connected = Type.Object({
  connection: Type.String({ description: 'How things stand now, as in the records of people' }),
  i_follow: Type.Boolean(),
});
