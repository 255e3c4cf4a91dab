import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { Html } from '../../web/html.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Post } from '../posts/post.ts';
import type { Comment } from './comment.ts';
import { isClosed } from './refuse-closed.ts';
import { getComments, type CommentPage, type CommentPart } from './get-comments.ts';
import { commentSection } from './components/comment-section.ts';

/** The comments of a post of any kind for its page: the first page and a form. */
export async function showComments(
  app: App,
  viewer: Viewer | undefined,
  post: Post,
  state?: FormState,
): Promise<{ shown: Html; comments: readonly Comment[] }> {
  const options = await getSection(app, viewer, post);
  return { shown: commentSection({ ...options, state }), comments: options.page.comments };
}

/** Loads everything a comment section needs. */
export async function getSection(
  app: App,
  viewer: Viewer | undefined,
  post: Post,
  part: CommentPart = {},
): Promise<{ post: Post; page: CommentPage; viewer: Viewer | undefined; isClosed: boolean }> {
  const page = await getComments(app, viewer, post.id, part);
  return { post, page, viewer, isClosed: await isClosed(app, viewer, post) };
}
