import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { notice } from '../../../web/components/notice.ts';
import { comment as commentArticle } from '../../../web/components/post.ts';
import { html, type Html } from '../../../web/html.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../../posts/post.ts';
import { renderText } from '../../text/render-text.ts';
import { reactionBar } from '../../components/reaction-bar.ts';
import { isGap, levelOf, type Comment, type Entry } from '../comment.ts';
import { frameOf } from './frames.ts';

/** What a row needs besides the comment. */
export interface RowContext {
  post: Post;
  viewer: Viewer | undefined;
  /** Whether comments on the post are closed. */
  isClosed: boolean;
  /** The reply the viewer just added. It is shown directly below its parent. */
  added?: Comment | undefined;
}

/** A comment in its list, with a frame for a reply below it. */
export function commentItem(entry: Entry, context: RowContext): Html {
  if (isGap(entry)) return html`<li data-level="${levelOf(entry)}">${gap(entry)}</li>`;
  const { added } = context;
  return html`<li data-level="${levelOf(entry)}">
    ${commentRow(entry, context)}
    <turbo-frame class="comment-answer" id="reply-${entry.id}" target="_top"
      >${added?.parentId === entry.id && commentRow(added, context)}</turbo-frame
    >
  </li>`;
}

const gap = ({ id, why }: { id: string; why: 'deleted' | 'hidden' }) =>
  html`<p class="comment-gap" id="comment-${id}">
    ${icon(why === 'deleted' ? 'trash-2' : 'eye-off')}
    ${why === 'deleted' ? t('This comment was deleted') : t('This comment is hidden')}
  </p>`;

export function commentRow(comment: Comment, context: RowContext): Html {
  const { id, author, answering } = comment;
  const body = html`${
    answering &&
    html`<p class="comment-answering">
      <a href="/comments/${answering.id}#comment-${answering.id}">replying to @${answering.username}</a>
    </p>`
  }
  ${renderText(comment.text, comment.mentions)}`;
  return commentArticle({
    id: `comment-${id}`,
    author,
    authorHref: `/@${author.username}`,
    href: `/comments/${id}#comment-${id}`,
    at: comment.createdAt,
    edited: comment.editedAt !== null,
    agentName: comment.agentName,
    ...(comment.isBySubscriber && { badge: t('Subscriber') }),
    ...(comment.heldAt && {
      notice: notice({ tone: 'warning', body: html`<p>Waiting for review.</p>` }),
    }),
    body: comment.isMuted ? muted(comment, body) : body,
    menu: commentMenu(comment, context),
    actions: actions(comment, context),
  });
}

/** Collapsed instead of removed, so the conversation can be followed. */
const muted = ({ author }: Comment, body: Html) =>
  html`<details class="comment-muted">
    <summary>You muted ${author.name}</summary>
    ${body}
  </details>`;

function actions({ id, author, mine, reactions, heldAt }: Comment, { viewer, isClosed }: RowContext): Html {
  return html`${reactionBar({ commentId: id, mine, counts: reactions, mayReact: viewer !== undefined })}
  ${
    viewer &&
    !isClosed &&
    heldAt === null &&
    html`<a
      class="post-action"
      href="/comments/${id}/reply"
      data-turbo-frame="reply-${id}"
      aria-label="Reply to ${author.name}"
      >Reply</a
    >`
  }`;
}

function commentMenu({ id, author }: Comment, { post, viewer }: RowContext): Html | false {
  const isMine = viewer?.id === author.id;
  if (!viewer) return false;
  const mayDelete =
    isMine || viewer.id === post.author.id || Boolean(post.page?.role) || may(viewer, 'moderate');
  return menu({
    label: t('More actions for the comment by {name}', { name: author.name }),
    items: html`${isMine && menuLink({ label: t('Edit'), href: `/comments/${id}/edit`, icon: 'pencil', frame: '_top' })}
    ${!isMine && menuLink({ label: t('Report'), href: `/report?handle=comment&id=${id}`, icon: 'flag', frame: '_top' })}
    ${!isMine && mayDelete && menuLine}
    ${
      mayDelete &&
      menuButton({
        label: t('Delete'),
        to: `/comments/${id}/delete`,
        icon: 'trash-2',
        danger: true,
        frame: frameOf(post),
        ...(!isMine && { confirm: t('Delete this comment by {name}?', { name: author.name }) }),
      })
    }`,
  });
}
