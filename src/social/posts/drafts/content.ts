import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Problem, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { DraftContent, PublishDraft } from '../../drafts/draft.ts';
import { publishPost } from '../publishing.ts';
import { getPostHeader } from '../reading/visible.ts';

const Shown = Type.Object({ path: Type.String(), alt: Type.String() });

/** A plain post as stored in drafts. Its files are already uploaded. */
export const PostContent = Type.Object({
  text: Type.String(),
  privacy: Type.Enum(['public', 'friends', 'me']),
  warning: Type.String(),
  photos: Type.Array(Shown),
  video: Type.Optional(Shown),
  attachments: Type.Optional(Type.Array(Type.Object({ path: Type.String(), field: Type.String() }))),
  thread: Type.Optional(Type.Array(Type.Object({ text: Type.String(), photos: Type.Array(Shown) }))),
  poll: Type.Optional(
    Type.Object({
      options: Type.Array(Type.String()),
      isMultiple: Type.Boolean(),
      isChangeable: Type.Boolean(),
      minutes: Type.Integer(),
    }),
  ),
  quoteId: Type.Optional(Type.String()),
  paywall: Type.Optional(
    Type.Object({
      teaser: Type.String(),
      isForMembers: Type.Boolean(),
      planId: Type.Optional(Type.String()),
      price: Type.Optional(Type.String()),
    }),
  ),
});
export type PostContent = Static<typeof PostContent>;

/** Parses draft content. Throws a `Problem` if an older version stored an incompatible format. */
export function parseDraftContent(content: DraftContent): PostContent {
  if (Value.Check(PostContent, content)) return content;
  throw new Problem('conflict', msg('This draft can no longer be read'));
}

/** Paths of the files in the content. */
export const filesOf = ({ photos, video, attachments = [], thread = [] }: PostContent): string[] => [
  ...[{ photos }, ...thread].flatMap((part) => part.photos.map(({ path }) => path)),
  ...(video ? [video.path] : []),
  ...attachments.map(({ path }) => path),
];

/** Publishes a draft of a plain post. */
export const publishPostDraft: PublishDraft = async (app: App, author: Viewer, { content }) => {
  const post = parseDraftContent(content);
  // Throws if the shared post was deleted since.
  if (post.quoteId !== undefined) await getPostHeader(app, author, post.quoteId);
  return publishPost(app, author, post);
};
