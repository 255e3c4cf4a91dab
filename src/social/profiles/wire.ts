import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { After } from '../../platform/http/families/social-paging.ts';
import type { AboutLine } from '../people/profiles/about-of.ts';
import { connectWords } from '../people/connect-words.ts';
import type { ProfileDetails } from '../people/profiles/profile-details.ts';
import type { Profile } from '../people/profiles/profile.ts';
import { lifeFields } from '../people/records/life-fields.ts';
import { toUserRecord, UserRecord } from '../people/records/user-record.ts';

export const Connect = Type.Object({
  do: Type.String({ description: connectWords.join(', '), maxLength: 40 }),
  id: Type.Union([Id, Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })], {
    description: 'The other person’s account id',
  }),
});

export const Connected = Type.Object({
  connection: Type.String({ description: 'The resulting connection, as in people records' }),
  i_follow: Type.Boolean(),
});

export const ProfileQuery = Type.Object({
  user_id: Type.Optional(Id),
  user_name: Type.Optional(Type.String({ maxLength: 64 })),
  username: Type.Optional(Type.String({ maxLength: 64, description: 'Alias of user_name' })),
});

export const MutedQuery = Type.Object({
  ...After,
  query: Type.Optional(Type.String({ maxLength: 100, description: 'Words of their names' })),
});

/** Empty if hidden from the authenticated user. */
const details = {
  user_birthdate: Type.String({ description: 'YYYY-MM-DD, or empty' }),
  user_relationship: Type.String(),
  user_country: Type.String({ description: 'ID of a country' }),
  ...lifeFields,
  user_website: Type.String(),
};

/** A profile with the details visible to the authenticated user. */
export const ProfileRecord = Type.Object(
  {
    ...UserRecord.properties,
    ...details,
    posts_count: Type.Integer(),
    about: Type.Array(
      Type.Object({
        label: Type.String(),
        text: Type.String(),
        href: Type.String({ description: 'May be empty' }),
      }),
    ),
  },
  { title: 'Profile' },
);

export const toProfileRecord = (
  app: App,
  profile: Profile,
  known: ProfileDetails,
  about: readonly AboutLine[],
): Static<typeof ProfileRecord> => ({
  ...toUserRecord(app, profile),
  user_birthdate: known.birthdate,
  user_relationship: known.relationship,
  user_country: known.country,
  user_current_city: known.city,
  user_hometown: known.hometown,
  user_work_title: known.workTitle,
  user_work_place: known.workPlace,
  user_work_url: known.workUrl,
  user_edu_major: known.major,
  user_edu_school: known.school,
  user_edu_class: known.class,
  user_website: known.website,
  posts_count: profile.counts.posts,
  about: about.map(({ label, text, href = '' }) => ({ label, text, href })),
});
