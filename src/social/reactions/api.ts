import { type Static, Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  type NextPage,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { reactionPictureUrl } from '../components/reactions.ts';
import { toUserRecord, UserRecord } from '../people/records.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { type ReactionKind, reactionKinds } from '../tallies/reaction-kinds.ts';
import { listReactors, react, reactToComment } from './reactions.ts';
import type { PageOfReactors, ReactionSubject } from './reactions.ts';

const change = {
  do: Type.Union([Type.Literal('react'), Type.Literal('unreact')]),
  reaction: Type.Optional(
    Type.Unsafe<ReactionKind>({ type: 'string', enum: reactionKinds, default: 'like' }),
  ),
};
const which = {
  reaction: Type.Optional(
    Type.Unsafe<ReactionKind>({ type: 'string', enum: reactionKinds, description: 'Only this reaction' }),
  ),
  ...After,
};

const ReactionChange = Type.Object({ ...change, post_id: Id }, { title: 'ReactionChange' });
const CommentReactionChange = Type.Object({ ...change, comment_id: Id }, { title: 'CommentReactionChange' });
const PostReactors = Type.Object({ post_id: Id, ...which });
const CommentReactors = Type.Object({ comment_id: Id, ...which });

/** A person and their reaction. */
const ReactorRecord = Type.Object(
  {
    ...UserRecord.properties,
    reaction: Type.String(),
    reaction_image_url: Type.String({ description: 'Absolute URL of a picture of the reaction' }),
  },
  { title: 'Reactor' },
);

const toReactorRecords = (
  app: App,
  { items: reactors, hasMore }: PageOfReactors,
  page: number,
): { data: Static<typeof ReactorRecord>[] } & NextPage => ({
  data: reactors.map(({ person, kind }) => ({
    ...toUserRecord(app, person),
    reaction: kind,
    reaction_image_url: reactionPictureUrl(app, kind),
  })),
  ...nextPage(page, hasMore),
});

const addition = 'Extension.';
const member = operations('Posts', 'member');

export const reactionRoutes = [
  member.post({
    path: '/apis/php/posts/react',
    verb: react,
    summary: 'React to a post, or remove the reaction',
    description: `${addition} Another reaction replaces the first.`,
    body: ReactionChange,
    returns: Envelope(PostRecord),
    example: { do: 'react', post_id: '12', reaction: 'love' },
    handle: async ({ app, viewer, body }) => {
      await react(app, viewer, body.post_id, body.do === 'react' ? (body.reaction ?? 'like') : null);
      return { data: toPostRecord(app, await getPost(app, viewer, body.post_id)) };
    },
  }),
  member.get({
    path: '/apis/php/posts/who_reacts',
    summary: 'List reactions to a post',
    description: `${addition} Most recent first, 20 per page.`,
    query: PostReactors,
    returns: PageEnvelope(Type.Array(ReactorRecord)),
    handle: ({ app, viewer, query }) =>
      reactorsOf(app, viewer, { subject: 'post', id: query.post_id }, query),
  }),
  member.post({
    path: '/apis/php/comments/react',
    verb: reactToComment,
    summary: 'React to a comment, or remove the reaction',
    description: `${addition} Another reaction replaces the first.`,
    body: CommentReactionChange,
    returns: Done,
    example: { do: 'react', comment_id: '12', reaction: 'haha' },
    handle: async ({ app, viewer, body }) => {
      await reactToComment(
        app,
        viewer,
        body.comment_id,
        body.do === 'react' ? (body.reaction ?? 'like') : null,
      );
      return { message: body.do === 'react' ? 'Reacted' : 'Reaction removed' };
    },
  }),
  member.get({
    path: '/apis/php/comments/who_reacts',
    summary: 'List reactions to a comment',
    description: `${addition} Most recent first, 20 per page.`,
    query: CommentReactors,
    returns: PageEnvelope(Type.Array(ReactorRecord)),
    handle: ({ app, viewer, query }) =>
      reactorsOf(app, viewer, { subject: 'comment', id: query.comment_id }, query),
  }),
];

async function reactorsOf(
  app: App,
  viewer: Viewer,
  reacted: ReactionSubject,
  { reaction: kind, after }: { reaction?: ReactionKind; after?: string },
) {
  const page = pageAfter(after);
  return toReactorRecords(app, await listReactors(app, viewer, reacted, { kind, page }), page);
}
