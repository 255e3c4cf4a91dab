import { type Static, Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { pathOfPage, type SocialPage } from '../../../social/access/page.ts';
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

export const PaidPage = Type.Object(
  {
    type: Type.Literal('page'),
    username: Type.String(),
    title: Type.String(),
    about: Type.String({ description: 'The description, which may be empty' }),
    url: Url,
    website: orNull(Type.String()),
    category: orNull(Type.String()),
    picture_url: orNull(Url),
    cover_url: orNull(Url),
    verified: Type.Boolean({ description: 'Whether the operators have verified its identity' }),
    created_at: Time,
    counts: Type.Object({ likes: Type.Integer(), posts: Type.Integer() }),
  },
  { title: 'PaidPage' },
);

export const toPaidPage = ({ config }: App, page: SocialPage): Static<typeof PaidPage> => ({
  type: 'page',
  username: page.username,
  title: page.title,
  about: page.about,
  url: `${config.plazaUrl}${pathOfPage(page)}`,
  website: page.website || null,
  category: page.category?.name ?? null,
  picture_url: page.portrait,
  cover_url: page.cover,
  verified: page.isVerified,
  created_at: page.createdAt.toISOString(),
  counts: { likes: page.likes, posts: page.posts },
});
