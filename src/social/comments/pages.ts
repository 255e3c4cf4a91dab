import { Type } from 'typebox';
import { refused } from '../../platform/html/refused.ts';
import { minutes } from '../../kernel/time.ts';
import { pageHeader } from '../../platform/html/components/page-header.ts';
import { card } from '../../platform/html/components/card.ts';
import { form, type FormState } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import type { View } from '../../platform/html/layout.ts';
import { textArea } from '../../platform/html/components/text-field.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { longestText } from '../posts/text/clean-text.ts';
import { readPost } from '../posts/read-posts.ts';
import { showPost } from '../posts/show-post.ts';
import { addComment } from './add-comment.ts';
import type { Comment } from './comment.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';
import { readComment } from './read-comments.ts';
import { restoreComment } from './restore-comment.ts';

const Id = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) });
const Written = Type.Object({ text: Type.String({ maxLength: 20_000 }) });

export const commentPages = [
  page({
    method: 'POST',
    path: '/posts/:id/comments',
    access: 'member',
    limit: { by: ['account'], calls: 100, within: minutes(5) },
    params: Id,
    body: Written,
    handle: async ({ app, viewer, params, body }) => {
      const id = await addComment(app, viewer, params.id, body.text);
      return redirect(`/posts/${params.id}#comment-${id}`);
    },
    again: async ({ app, viewer, params, body }, problem) =>
      showPost(app, viewer, await readPost(app, viewer, params.id), { state: refused(body, problem) }),
  }),
  page({
    method: 'GET',
    path: '/comments/:id/edit',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const comment = await readComment(app, viewer, params.id);
      return editView(comment, { values: { text: comment.text } });
    },
  }),
  page({
    method: 'POST',
    path: '/comments/:id/edit',
    access: 'member',
    params: Id,
    body: Written,
    handle: async ({ app, viewer, params, body }) => {
      await editComment(app, viewer, params.id, body.text);
      const { postId } = await readComment(app, viewer, params.id);
      return redirect(`/posts/${postId}#comment-${params.id}`, { kind: 'success', text: 'Comment changed' });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      editView(await readComment(app, viewer, params.id), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/comments/:id/delete',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const postId = await deleteComment(app, viewer, params.id);
      return redirect(`/posts/${postId}?deleted=${params.id}#comments`);
    },
  }),
  page({
    method: 'POST',
    path: '/comments/:id/restore',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const postId = await restoreComment(app, viewer, params.id);
      return redirect(`/posts/${postId}#comment-${params.id}`);
    },
  }),
];

const editView = (comment: Comment, state: FormState): View => ({
  title: 'Edit comment',
  section: 'home',
  body: html`${pageHeader({ title: 'Edit comment' })}
  ${card({
    body: form({
      action: `/comments/${comment.id}/edit`,
      submit: 'Save',
      cancel: { label: 'Cancel', href: `/posts/${comment.postId}#comment-${comment.id}` },
      state,
      body: textArea({
        name: 'text',
        label: 'Comment',
        maxlength: longestText,
        rows: 4,
        value: state.values?.text,
        error: state.errors?.text,
      }),
    }),
  })}`,
});
