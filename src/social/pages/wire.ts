import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { After } from '../../platform/http/families/social.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { NewPost } from '../posts/requests/post-body.ts';
import { pageSorts } from './reading.ts';
import { mayManage, mayWrite, pathOfPage, roles, type SocialPage, type TeamMember } from '../access/page.ts';

const Text = Type.String({ maxLength: 10_000 });

/** Field names follow the existing clients of this API. */
export const PageRecord = Type.Object(
  {
    id: Type.String(),
    page_id: Type.String({ description: 'The same as `id`' }),
    page_name: Type.String({ description: 'Username of the page' }),
    page_title: Type.String(),
    page_description: Type.String(),
    page_category: Type.String({ description: 'ID of a page category; may be empty' }),
    page_category_name: Type.String(),
    page_website: Type.String(),
    page_picture: Type.String({ description: 'Absolute URL; empty if there is none' }),
    page_cover: Type.String({ description: 'Absolute URL; empty if there is none' }),
    page_verified: Type.Boolean(),
    page_likes: Type.Integer(),
    posts_count: Type.Integer(),
    time: Type.String({ description: 'ISO 8601: when the page was created' }),
    url: Type.String(),
    i_like: Type.Boolean(),
    role: Type.String({ description: `Your role: owner, ${roles.join(', ')}, or empty` }),
    i_admin: Type.Boolean({ description: 'Whether you can edit the page' }),
    can_post: Type.Boolean({ description: 'Whether you can post as the page' }),
    is_held: Type.Boolean({ description: 'Held for review' }),
    is_suspended: Type.Boolean(),
    suspended_reason: Type.String(),
  },
  { title: 'Page' },
);

export const toPageRecord = ({ config }: App, page: SocialPage): Static<typeof PageRecord> => ({
  id: page.id,
  page_id: page.id,
  page_name: page.username,
  page_title: page.title,
  page_description: page.about,
  page_category: page.category?.id ?? '',
  page_category_name: page.category?.name ?? '',
  page_website: page.website,
  page_picture: page.portrait ?? '',
  page_cover: page.cover ?? '',
  page_verified: page.isVerified,
  page_likes: page.likes,
  posts_count: page.posts,
  time: page.createdAt.toISOString(),
  url: `${config.plazaUrl}${pathOfPage(page)}`,
  i_like: page.isLiked,
  role: page.role ?? '',
  i_admin: mayManage(page),
  can_post: mayWrite(page),
  is_held: page.heldAt !== null,
  is_suspended: page.suspendedAt !== null,
  suspended_reason: page.suspendedReason,
});

export const PagesQuery = Type.Object({
  get: Type.Optional(
    Type.Enum(['all', 'mine', 'liked', 'invited'], {
      default: 'all',
      description: 'Pages on whose team you are, that you like, or that you were invited to like',
    }),
  ),
  category: Type.Optional(Id),
  query: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the page name' })),
  sort: Type.Optional(Type.Enum([...pageSorts])),
  ...After,
});
export const PageQuery = Type.Object({
  page_id: Type.Optional(Id),
  page_name: Type.Optional(Type.String({ maxLength: 64 })),
});
export const PartQuery = Type.Object({ page_id: Id, ...After });
export const OfPage = Type.Object({ page_id: Id });

export const NewPage = Type.Object(
  {
    title: Text,
    username: Text,
    category: Type.Optional(Type.Union([Id, Type.Literal('')], { description: 'ID of a page category' })),
    about: Type.Optional(Text),
    website: Type.Optional(Text),
  },
  { title: 'NewPage' },
);
export const PageChange = Type.Partial(NewPage, { title: 'PageChange' });

export const LikeBody = Type.Object({ do: Type.Enum(['like', 'unlike']), page_id: Id });
export const InvitationBody = Type.Object({ do: Type.Enum(['accept', 'decline']), page_id: Id });
export const InviteBody = Type.Object({ page_id: Id, user_id: Id });
export const TeamBody = Type.Object(
  {
    do: Type.Enum(['add', 'remove', 'leave', 'give'], {
      description:
        'add requires user_name and role; remove and give require user_id; give transfers the page to an admin',
    }),
    page_id: Id,
    user_name: Type.Optional(Type.String({ maxLength: 100 })),
    user_id: Type.Optional(Id),
    role: Type.Optional(Type.Enum([...roles])),
  },
  { title: 'TeamBody' },
);
export const PinBody = Type.Object(
  { do: Type.Enum(['pin', 'unpin']), page_id: Id, post_id: Id },
  { title: 'PinBody' },
);
export const PictureBody = Type.Object(
  {
    page_id: Id,
    handle: Type.Enum(['picture', 'cover', 'picture-page', 'profile-page', 'cover-page']),
    crop: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'left,top,width,height, each as a fraction of the picture',
      }),
    ),
  },
  { title: 'PictureBody' },
);
export const VerificationBody = Type.Object({ page_id: Id, note: Text });
export const DecideBody = Type.Object(
  {
    do: Type.Enum(['verify', 'decline', 'unverify', 'suspend', 'unsuspend']),
    page_id: Id,
    reason: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'Required for suspend and decline' }),
    ),
  },
  { title: 'DecideBody' },
);

/** Posts of a page are always public. */
export const NewPagePost = Type.Object(
  { page_id: Id, ...Type.Omit(NewPost, ['privacy']).properties },
  { title: 'NewPagePost' },
);

export const MemberRecord = Type.Object(
  {
    user: AuthorRecord,
    role: Type.String({ description: `owner, ${roles.join(', ')}` }),
    time: Type.String({ description: 'ISO 8601: when the member joined' }),
  },
  { title: 'Member' },
);

export const toMemberRecord = (
  app: App,
  { person, role, since }: TeamMember,
): Static<typeof MemberRecord> => ({
  user: toAuthorRecord(app, person),
  role,
  time: since.toISOString(),
});
