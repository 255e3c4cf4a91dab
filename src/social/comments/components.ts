import { t } from '../../web/translation/translate.ts';
import { buttonForm, type FormState } from '../../web/form.ts';
import { linkButton, icon } from '../../web/components/controls.ts';
import { card, notice } from '../../web/components/surfaces.ts';
import { composer } from '../../web/components/fields/composer.ts';
import { attributes, html, type Html } from '../../web/html.ts';
import type { Viewer } from '../../platform/app.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { maxTextLength } from '../text/plain.ts';
import type { CommentOrder, CommentPage } from './reading.ts';
import { frameOf, threadList } from './thread-list.ts';

export interface CommentSectionOptions {
  post: Post;
  page: CommentPage;
  viewer: Viewer | undefined;
  /**
   * Whether comments are closed because the question of this answer is locked. A locked post itself has its
   * own flag.
   */
  isClosed?: boolean | undefined;
  /** Values and errors of a rejected comment. */
  state?: FormState | undefined;
  /** The comment that the viewer just deleted and can restore. */
  deleted?: string | undefined;
}

/** The comments of a post of any kind, with a form to add one. */
export function commentSection(options: CommentSectionOptions): Html {
  const { post, page, viewer, state, deleted } = options;
  const isClosed = options.isClosed ?? post.lockedAt !== null;
  const frame = frameOf(post);
  return html`<turbo-frame id="${frame}" target="_top">
    ${card({
      title: headingOf(post.comments),
      ...(page.items.length > 1 && { actions: orderLinks(post, page.order) }),
      body: html`${deleted && undo(deleted, frame)}
      ${page.items.length > 0 && threadList(page, { post, viewer, isClosed })}
      ${answerField(post, viewer, isClosed, state)}`,
    })}
  </turbo-frame>`;
}

/** The form to add a comment, or why there is none. */
function answerField(
  post: Post,
  viewer: Viewer | undefined,
  isClosed: boolean,
  state: FormState | undefined,
): Html {
  if (post.paywall && !post.paywall.isOpen) return forReaders(post);
  if (isClosed) return closed(post);
  return viewer ? form(post, viewer, state) : invitation(post);
}

/** A link that loads the comments in place, for pages with several posts. */
export function commentsLink(post: Pick<Post, 'id' | 'kind' | 'comments'>): Html {
  const frame = frameOf(post);
  return html`<turbo-frame id="${frame}" target="_top">
    <a class="post-action" href="/posts/${post.id}/comments" data-turbo-frame="${frame}"
      >${icon('message-circle')}<span
        >${post.comments === 0 ? t('Comment') : headingOf(post.comments)}</span
      ></a
    >
  </turbo-frame>`;
}

export const headingOf = (count: number): string =>
  count <= 0 ? t('Comments') : t('{count, plural, one {# comment} other {# comments}}', { count });

const orderNames = (): Readonly<Record<CommentOrder, string>> => ({
  oldest: t('Oldest first'),
  newest: t('Newest first'),
});

const orderLinks = (post: Post, current: CommentOrder): Html =>
  html`<span class="comment-orders">
    ${Object.entries(orderNames()).map(
      ([order, label]) =>
        html`<a
          class="link"
          ${attributes({
            href: `/posts/${post.id}/comments?order=${order}`,
            'data-turbo-frame': frameOf(post),
            'aria-current': order === current ? 'true' : undefined,
          })}
          >${label}</a
        >`,
    )}
  </span>`;

const undo = (id: string, frame: string) =>
  notice({
    tone: 'success',
    body: html`<div class="button-row">
      <p>Comment deleted.</p>
      ${buttonForm({ to: `/comments/${id}/restore`, label: t('Undo'), small: true, frame })}
    </div>`,
  });

/** The id of the field, or of what stands in its place. The comments of several answers may be on one page. */
const fieldIdOf = ({ id, kind }: Post) => (kind === 'answer' ? `write-${id}` : 'comment');

const forReaders = (post: Post) =>
  html`<p class="comment-gap" id="${fieldIdOf(post)}">
    ${icon('lock')} Only people who can read the whole post can comment.
  </p>`;

const closed = (post: Post) =>
  html`<p class="comment-gap" id="${fieldIdOf(post)}">${icon('lock')} Comments are closed.</p>`;

function form(post: Post, viewer: Viewer, state: FormState | undefined): Html {
  return composer({
    action: `/posts/${post.id}/comments`,
    viewer,
    placeholder: t('Write a comment'),
    submit: t('Send'),
    maxlength: maxTextLength,
    small: true,
    id: fieldIdOf(post),
    ...(post.kind !== 'answer' && { shortcut: 'r' }),
    frame: frameOf(post),
    ...(state && { state }),
  });
}

const invitation = (post: Post) =>
  html`<p id="${fieldIdOf(post)}">
    ${linkButton({ label: t('Sign in to comment'), href: `/signin?next=${encodeURIComponent(pathOf(post))}`, small: true })}
  </p>`;
