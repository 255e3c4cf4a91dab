import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { nextPlace, PageEnvelope } from '../../platform/http/families/social-paging.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import { addComment } from './add-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';
import { getComment, getComments } from './get-comments.ts';
import { getConversation } from './get-conversation.ts';
import { restoreComment } from './restore-comment.ts';
import {
  CommentChange,
  CommentId,
  CommentQuery,
  CommentRecord,
  NewComment,
  RepliesQuery,
  toCommentRecord,
} from './wire.ts';

const addition = 'Extension.';
const member = operations('Posts', 'member');

export const commentRoutes = [
  member.get({
    path: '/apis/php/posts/comments',
    summary: 'List comments on a post',
    description: `${addition} Each comment of level 0 is followed by its first replies. Pages count only comments of level 0.`,
    query: CommentQuery,
    returns: PageEnvelope(Type.Array(CommentRecord)),
    handle: async ({ app, viewer, query }) => {
      await getPostHeader(app, viewer, query.post_id);
      const page = await getComments(app, viewer, query.post_id, query);
      const entries = page.items.flatMap(({ top, replies }) => [top, ...replies]);
      return { data: entries.map((each) => toCommentRecord(app, each)), ...nextPlace(page.next) };
    },
  }),
  member.get({
    path: '/apis/php/comments/replies',
    summary: 'List replies to a comment',
    description: `${addition} Returns the thread from the comment on. Each reply is followed by the replies to it.`,
    query: RepliesQuery,
    returns: PageEnvelope(Type.Array(CommentRecord)),
    handle: async ({ app, viewer, query }) => {
      const { replies, hasMore } = await getConversation(app, viewer, query.comment_id, {
        after: query.after,
        before: 0,
      });
      return {
        data: replies.map((each) => toCommentRecord(app, each)),
        ...nextPlace(hasMore ? replies.at(-1)?.id : undefined),
      };
    },
  }),
  member.get({
    path: '/apis/php/comments/{id}',
    summary: 'Get a comment',
    description: addition,
    params: CommentId,
    returns: Envelope(CommentRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toCommentRecord(app, await getComment(app, viewer, params.id)),
    }),
  }),
  member.post({
    path: '/apis/php/comments/restore',
    summary: 'Restore a deleted comment',
    description: `${addition} Only the person who deleted it can restore it, within an hour.`,
    body: CommentId,
    returns: Envelope(CommentRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await restoreComment(app, viewer, body.id);
      return { message: 'Restored', data: toCommentRecord(app, await getComment(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: '/apis/php/posts/comment',
    summary: 'Comment on a post or reply to a comment',
    description: addition,
    limit: { by: ['account'], calls: 100, within: minutes(5) },
    body: NewComment,
    returns: Envelope(CommentRecord),
    example: { post_id: '12', text: 'Well said' },
    handle: async ({ app, viewer, body }) => {
      const id = await addComment(
        app,
        viewer,
        body.post_id,
        body.text,
        body.parent_id === '' ? undefined : body.parent_id,
      );
      return { message: 'Commented', data: toCommentRecord(app, await getComment(app, viewer, id)) };
    },
  }),
  member.put({
    path: '/apis/php/posts/comment/{id}',
    summary: 'Edit a comment',
    description: `${addition} Only the author can edit it.`,
    limit: { by: ['account'], calls: 100, within: minutes(5) },
    params: CommentId,
    body: CommentChange,
    returns: Envelope(CommentRecord),
    example: { text: 'Better said' },
    handle: async ({ app, viewer, params, body }) => {
      await editComment(app, viewer, params.id, body.text);
      return { message: 'Changed', data: toCommentRecord(app, await getComment(app, viewer, params.id)) };
    },
  }),
  member.delete({
    path: '/apis/php/posts/comment/{id}',
    summary: 'Delete a comment',
    description: `${addition} Allowed for the author, the author of the post and moderators. Replies are not deleted.`,
    params: CommentId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deleteComment(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
];
