import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { AboutLine } from './about-of.ts';
import { connectWords } from './connect-words.ts';
import type { Profile } from './profile.ts';
import { toUserRecord, UserRecord } from './user-record.ts';

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

export const ProfileQuery = Type.Object({
  user_id: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  user_name: Type.Optional(Type.String({ maxLength: 64 })),
});

export const MutedQuery = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'Counts pages from 0' })),
  query: Type.Optional(Type.String({ maxLength: 100, description: 'Words that are in their names' })),
});

/** Somebody with all that they tell the one who asks. */
export const ProfileRecord = Type.Object({
  ...UserRecord.properties,
  posts_count: Type.Integer(),
  about: Type.Array(
    Type.Object({
      label: Type.String(),
      text: Type.String(),
      href: Type.String({ description: 'May be empty' }),
    }),
  ),
});

export const toProfileRecord = (
  app: App,
  profile: Profile,
  about: readonly AboutLine[],
): Static<typeof ProfileRecord> => ({
  ...toUserRecord(app, profile),
  posts_count: profile.counts.posts,
  about: about.map(({ label, text, href = '' }) => ({ label, text, href })),
});
