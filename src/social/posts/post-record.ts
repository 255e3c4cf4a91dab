import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import { AuthorRecord, toAuthorRecord } from '../people/user-record.ts';
import { reactionKinds } from '../reactions/kinds.ts';
import type { Post } from './post.ts';
import { renderText } from './text/render-text.ts';

const PhotoRecord = Type.Object({
  photo_id: Type.String(),
  source: Type.String({ description: 'Absolute address of the picture' }),
  thumbnail: Type.String({ description: 'Absolute address of the small picture' }),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
});

/** A post as the one who asks sees it. */
export const PostRecord = Type.Object({
  post_id: Type.String(),
  user_id: Type.String(),
  author: AuthorRecord,
  url: Type.String({ description: 'The post’s own page' }),
  text: Type.String({ description: 'As it was written' }),
  text_html: Type.String({ description: 'Safe markup with links' }),
  privacy: Type.Union([Type.Literal('friends'), Type.Literal('public')]),
  time: Type.String({ description: 'ISO 8601' }),
  edited: Type.String({ description: 'ISO 8601; empty: never' }),
  is_held: Type.Boolean({ description: 'Waits for a moderator; others do not see it yet' }),
  link: Type.String({ description: 'The first address in the text; may be empty' }),
  photos: Type.Array(PhotoRecord),
  comments: Type.Integer({ description: 'How many' }),
  reactions: Type.Object(Object.fromEntries(reactionKinds.map((kind) => [kind, Type.Integer()]))),
  reactions_total_count: Type.Integer(),
  i_react: Type.Boolean(),
  i_reaction: Type.String({ description: 'Empty when none' }),
});
export type PostRecord = Static<typeof PostRecord>;

export const toPostRecord = (app: App, post: Post): PostRecord => ({
  post_id: post.id,
  user_id: post.author.id,
  author: toAuthorRecord(app, post.author),
  url: `${app.config.plazaUrl}/posts/${post.id}`,
  text: post.text,
  text_html: renderText(post.text, post.mentions).text,
  privacy: post.privacy,
  time: post.createdAt.toISOString(),
  edited: post.editedAt?.toISOString() ?? '',
  is_held: post.heldAt !== null,
  link: post.link ?? '',
  photos: post.photos.map(({ id, address, small, width, height, alt }) => ({
    photo_id: id,
    source: address,
    thumbnail: small,
    width,
    height,
    alt,
  })),
  comments: post.comments,
  reactions: Object.fromEntries(reactionKinds.map((kind) => [kind, post.reactions[kind] ?? 0])),
  reactions_total_count: Object.values(post.reactions).reduce((sum, n) => sum + n, 0),
  i_react: post.mine !== null,
  i_reaction: post.mine ?? '',
});
