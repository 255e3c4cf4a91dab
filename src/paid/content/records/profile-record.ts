import { Type, type Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { Profile } from '../../../social/people/profile.ts';
import { orNull, Time, Url } from './fields.ts';

export const ProfileRecord = Type.Object(
  {
    type: Type.Literal('person'),
    username: Type.String(),
    name: Type.String(),
    url: Url,
    biography: Type.String({ description: 'The biography, which may be empty' }),
    picture_url: orNull(Url),
    cover_url: orNull(Url),
    verified: Type.Boolean({ description: 'Whether the operators have verified their identity' }),
    joined_at: Time,
    counts: Type.Object({
      posts: Type.Integer(),
      followers: Type.Integer(),
      following: Type.Integer(),
      friends: Type.Integer({ description: '0 if hidden' }),
    }),
  },
  { title: 'PaidProfile' },
);

export const toProfileRecord = ({ config }: App, profile: Profile): Static<typeof ProfileRecord> => ({
  type: 'person',
  username: profile.username,
  name: profile.name,
  url: `${config.plazaUrl}/@${profile.username}`,
  biography: profile.biography,
  picture_url: profile.portrait,
  cover_url: profile.cover,
  verified: profile.isVerified,
  joined_at: profile.registeredAt.toISOString(),
  counts: {
    posts: profile.counts.posts,
    followers: profile.counts.followers,
    following: profile.counts.followings,
    friends: profile.counts.friends,
  },
});
