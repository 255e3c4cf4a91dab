import { buttonForm, type FormState } from '../../../platform/html/form.ts';
import { linkButton } from '../../../platform/html/components/button.ts';
import { card } from '../../../platform/html/components/card.ts';
import { composer } from '../../../platform/html/components/composer.ts';
import { menu, menuButton, menuLink } from '../../../platform/html/components/menu.ts';
import { notice } from '../../../platform/html/components/notice.ts';
import { comment as commentArticle } from '../../../platform/html/components/post.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../../posts/post.ts';
import { longestText } from '../../posts/text/clean-text.ts';
import { renderText } from '../../posts/text/render-text.ts';
import type { Comment } from '../comment.ts';
import type { CommentPage } from '../read-comments.ts';

const frame = 'comments';

export interface CommentSectionOptions {
  post: Post;
  page: CommentPage;
  viewer: Viewer | undefined;
  /** A comment that was refused, with what is wrong. */
  state?: FormState | undefined;
  /** The comment that the viewer has just deleted, and may bring back. */
  deleted?: string | undefined;
}

/** What is said below a post, and a form to say something oneself. */
export function commentSection({ post, page, viewer, state, deleted }: CommentSectionOptions): Html {
  return html`<turbo-frame id="${frame}" target="_top">
    ${card({
      title: headingOf(post.comments),
      body: html`${deleted && undo(deleted)} ${page.hasEarlier && earlier(post.id, page)}
      ${page.comments.map((comment) => commentRow(comment, post, viewer))}
      ${viewer ? form(post, viewer, state) : invitation(post)}`,
    })}
  </turbo-frame>`;
}

const headingOf = (count: number) =>
  count === 0 ? 'Comments' : count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`;

const undo = (id: string) =>
  notice({
    tone: 'success',
    body: html`<div class="button-row">
      <p>Comment deleted.</p>
      ${buttonForm({ to: `/comments/${id}/restore`, label: 'Undo', small: true, frame })}
    </div>`,
  });

function earlier(postId: string, { comments }: CommentPage): Html {
  const first = comments[0]?.id ?? '';
  return html`<p>
    <a class="link" href="/posts/${postId}?before=${first}#comments" data-turbo-frame="${frame}"
      >Earlier comments</a
    >
  </p>`;
}

function commentRow(comment: Comment, post: Post, viewer: Viewer | undefined): Html {
  return commentArticle({
    id: `comment-${comment.id}`,
    author: comment.author,
    authorHref: `/@${comment.author.username}`,
    at: comment.createdAt,
    edited: comment.editedAt !== null,
    ...(comment.heldAt && {
      notice: notice({ tone: 'warning', body: html`<p>Waiting for a moderator.</p>` }),
    }),
    body: renderText(comment.text, comment.mentions),
    menu: commentMenu(comment, post, viewer),
  });
}

function commentMenu(comment: Comment, post: Post, viewer: Viewer | undefined): Html | false {
  const isMine = viewer?.id === comment.author.id;
  if (!viewer) return false;
  const mayDelete = isMine || viewer.id === post.author.id || may(viewer, 'moderate');
  return menu({
    label: `More about the comment by ${comment.author.name}`,
    items: html`${isMine && menuLink({ label: 'Edit', href: `/comments/${comment.id}/edit`, icon: 'pencil' })}
    ${!isMine && menuLink({ label: 'Report', href: `/report?handle=comment&id=${comment.id}`, icon: 'flag', frame: '_top' })}
    ${mayDelete && menuButton({ label: 'Delete', to: `/comments/${comment.id}/delete`, icon: 'trash-2', danger: true, frame })}`,
  });
}

function form(post: Post, viewer: Viewer, state: FormState | undefined): Html {
  return composer({
    action: `/posts/${post.id}/comments`,
    viewer,
    placeholder: 'Write a comment',
    submit: 'Send',
    maxlength: longestText,
    small: true,
    id: 'comment',
    frame,
    ...(state && { state }),
  });
}

const invitation = (post: Post) =>
  html`<p>
    ${linkButton({ label: 'Sign in to comment', href: `/signin?next=/posts/${post.id}`, small: true })}
  </p>`;
