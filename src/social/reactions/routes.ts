import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { pageAfter, PageEnvelope } from '../../platform/http/families/social-paging.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { listReactors } from './list-reactors.ts';
import { reactToComment, unreactToComment } from './react-to-comment.ts';
import { react } from './react.ts';
import { unreact } from './unreact.ts';
import {
  CommentReactionChange,
  CommentReactors,
  PostReactors,
  ReactionChange,
  ReactorRecord,
  toReactorRecords,
} from './wire.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { ReactionSubject } from './set-reaction.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

const addition = 'Extension.';
const member = operations('Posts', 'member');
const limit = { by: ['account'], calls: 300, within: minutes(5) } as const;

export const reactionRoutes = [
  member.post({
    path: '/apis/php/posts/react',
    summary: 'React to a post, or remove the reaction',
    description: `${addition} Another reaction replaces the first.`,
    limit,
    body: ReactionChange,
    returns: Envelope(PostRecord),
    example: { do: 'react', post_id: '12', reaction: 'love' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'react') await react(app, viewer, body.post_id, body.reaction ?? 'like');
      else await unreact(app, viewer, body.post_id);
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
    summary: 'React to a comment, or remove the reaction',
    description: `${addition} Another reaction replaces the first.`,
    limit,
    body: CommentReactionChange,
    returns: Done,
    example: { do: 'react', comment_id: '12', reaction: 'haha' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'react') await reactToComment(app, viewer, body.comment_id, body.reaction ?? 'like');
      else await unreactToComment(app, viewer, body.comment_id);
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
