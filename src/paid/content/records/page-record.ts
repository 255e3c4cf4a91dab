import { Type, type Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { pathOfPage, type SocialPage } from '../../../social/access/page.ts';
import { orNull, Time, Url } from './fields.ts';

export const PageRecord = Type.Object(
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

export const toPageRecord = ({ config }: App, page: SocialPage): Static<typeof PageRecord> => ({
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
