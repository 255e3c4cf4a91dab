import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { refused } from '../../web/form.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { pathOf } from '../posts/paths.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addComment, deleteComment, editComment, restoreComment } from './comments.ts';
import { commentOrders, commentsOnPage, getComment, getCommentThread, getSection } from './reading.ts';
import { commentsView, commentThreadView, editCommentView, commentMenuView, replyView } from './views.ts';
import { type Comment, isClosed, refuseClosed, getCommentHeader } from './comment.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const After = Type.Optional(Id);
const Written = Type.Object({ text: Type.String({ maxLength: 20_000 }) });

export const commentPages = [
  member.get({
    path: '/comments/:id/menu',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const comment = await getComment(app, viewer, params.id);
      return commentMenuView(comment, { post: await getPostHeader(app, viewer, comment.postId), viewer });
    },
  }),
  anyone.get({
    path: '/posts/:id/comments',
    params: ById,
    query: Type.Object({
      order: Type.Optional(Type.Enum([...commentOrders])),
      after: After,
      deleted: After,
    }),
    handle: async ({ app, viewer, params, query: { deleted, ...part } }) => {
      const post = await getPost(app, viewer, params.id);
      const section = await getSection(app, viewer, post, part);
      return commentsView({ ...section, deleted, base: app.config.plazaUrl });
    },
  }),
  member.post({
    path: '/posts/:id/comments',
    verb: addComment,
    params: ById,
    body: Written,
    handle: async ({ app, viewer, params, body }) => {
      const id = await addComment(app, viewer, params.id, body.text);
      const post = await getPost(app, viewer, params.id);
      // If the post's page cannot show all comments, redirect to the list with the newest first.
      return redirect(
        post.comments < commentsOnPage
          ? `${pathOf(post).replace(/#.*/, '')}#comment-${id}`
          : `/posts/${post.id}/comments?order=newest#comment-${id}`,
      );
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const section = await getSection(app, viewer, await getPost(app, viewer, params.id));
      return commentsView({ ...section, state: refused(body, problem), base: app.config.plazaUrl });
    },
  }),
  anyone.get({
    path: '/comments/:id',
    params: ById,
    query: Type.Object({ after: After, added: After }),
    handle: async ({ app, viewer, params, query: { after, added } }) => {
      const conversation = await getCommentThread(app, viewer, params.id, { after });
      const post = await getPost(app, viewer, conversation.postId);
      const context = {
        post,
        viewer,
        isClosed: await isClosed(app, viewer, post),
        added: added === undefined ? undefined : await getComment(app, viewer, added),
      };
      return commentThreadView(conversation, context, { after, base: app.config.plazaUrl });
    },
  }),
  member.get({
    path: '/comments/:id/reply',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { comment, context } = await getAnswered(app, viewer, params.id);
      refuseClosed(await getPostHeader(app, viewer, comment.postId));
      return replyView(comment, context);
    },
  }),
  member.post({
    path: '/comments/:id/reply',
    verb: addComment,
    params: ById,
    body: Written,
    handle: async ({ app, viewer, params, body }) => {
      const { postId } = await getCommentHeader(app, viewer, params.id);
      const id = await addComment(app, viewer, postId, body.text, params.id);
      return redirect(`/comments/${params.id}?added=${id}#comment-${id}`);
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const { comment, context } = await getAnswered(app, viewer, params.id);
      return replyView(comment, context, refused(body, problem));
    },
  }),
  member.get({
    path: '/comments/:id/edit',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const comment = await getComment(app, viewer, params.id);
      return editCommentView(comment, { values: { text: comment.text } });
    },
  }),
  member.post({
    path: '/comments/:id/edit',
    verb: editComment,
    params: ById,
    body: Written,
    handle: async ({ app, viewer, params, body }) => {
      await editComment(app, viewer, params.id, body.text);
      return redirect(toComment(params.id), { kind: 'success', text: t('Comment updated') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      editCommentView(await getComment(app, viewer, params.id), refused(body, problem)),
  }),
  member.post({
    path: '/comments/:id/delete',
    verb: deleteComment,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const postId = await deleteComment(app, viewer, params.id);
      return redirect(`/posts/${postId}/comments?deleted=${params.id}`);
    },
  }),
  member.post({
    path: '/comments/:id/restore',
    verb: restoreComment,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await restoreComment(app, viewer, params.id);
      return redirect(toComment(params.id));
    },
  }),
];

const toComment = (id: string) => `/comments/${id}#comment-${id}`;

async function getAnswered(app: App, viewer: Viewer, id: string) {
  const comment: Comment = await getComment(app, viewer, id);
  const post = await getPost(app, viewer, comment.postId);
  return { comment, context: { post, viewer, isClosed: false } };
}
