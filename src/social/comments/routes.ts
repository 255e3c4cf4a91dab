import { minutes } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Done, Envelope, ListEnvelope } from '../../platform/http/families/social.ts';
import { readPost } from '../posts/read-posts.ts';
import { addComment } from './add-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';
import { readComment, readComments } from './read-comments.ts';
import {
  CommentChange,
  CommentId,
  CommentQuery,
  CommentRecord,
  NewComment,
  toCommentRecord,
} from './wire.ts';

const addition = 'An addition to the documented interface.';
const tag = 'Posts';

export const commentRoutes = [
  endpoint({
    method: 'GET',
    path: '/apis/php/posts/comments',
    summary: 'Comments below a post',
    description: `${addition} The newest ones, oldest first; has_more tells whether there are earlier ones.`,
    tag,
    access: 'member',
    query: CommentQuery,
    returns: ListEnvelope(CommentRecord),
    handle: async ({ app, viewer, query }) => {
      await readPost(app, viewer, query.post_id);
      const { comments, hasEarlier } = await readComments(app, viewer, query.post_id, {
        before: query.before,
      });
      return { data: comments.map((comment) => toCommentRecord(app, comment)), has_more: hasEarlier };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/apis/php/posts/comment',
    summary: 'Comment on a post',
    description: addition,
    tag,
    access: 'member',
    limit: { by: ['account'], calls: 100, within: minutes(5) },
    body: NewComment,
    returns: Envelope(CommentRecord),
    example: { post_id: '12', text: 'Well said' },
    handle: async ({ app, viewer, body }) => {
      const id = await addComment(app, viewer, body.post_id, body.text);
      return { message: 'Commented', data: toCommentRecord(app, await readComment(app, viewer, id)) };
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/apis/php/posts/comment/{id}',
    summary: 'Change a comment',
    description: `${addition} Only its author may.`,
    tag,
    access: 'member',
    params: CommentId,
    body: CommentChange,
    returns: Envelope(CommentRecord),
    example: { text: 'Better said' },
    handle: async ({ app, viewer, params, body }) => {
      await editComment(app, viewer, params.id, body.text);
      return { message: 'Changed', data: toCommentRecord(app, await readComment(app, viewer, params.id)) };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/apis/php/posts/comment/{id}',
    summary: 'Delete a comment',
    description: `${addition} Its author may, the author of the post, and moderators.`,
    tag,
    access: 'member',
    params: CommentId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deleteComment(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
];
