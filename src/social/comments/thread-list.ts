import { isOnTeam } from './comment.ts';
import { t, formatNumber } from '../../web/translation/translate.ts';
import { icon } from '../../web/components/controls.ts';
import { notice } from '../../web/components/surfaces.ts';
import { html, type Html } from '../../web/html.ts';
import { may, type Viewer } from '../../platform/app.ts';
import type { Post } from '../posts/post.ts';
import type { PostHeader } from '../posts/reading/visible.ts';
import type { CommentPage, CommentThread, CommentConversation } from './reading.ts';
import { menuOpener, rowMenu } from '../../web/components/navigation/row-menu.ts';
import type { MenuEntry, RowMenu } from '../../web/components/navigation/row-menu.ts';
import { comment as commentArticle } from '../../web/components/post.ts';
import { renderedLight } from '../text/rendered.ts';
import { reactionBar } from '../components/reactions.ts';
import { type Comment, type CommentEntry, isGap, levelOf } from './comment.ts';

/** A list of threads. The next page replaces the "more" link. */
export function threadList(page: CommentPage, context: CommentRowContext): Html {
  const list = threads(page, context);
  return page.start === undefined
    ? list
    : html`<turbo-frame id="comments-after-${page.start}" target="_top">${list}</turbo-frame>`;
}

function threads(page: CommentPage, context: CommentRowContext): Html {
  const { post } = context;
  const last = page.next;
  return html`<ol class="comments">
      ${page.items.map((thread) => threadItems(thread, context))}
    </ol>
    ${
      last !== undefined &&
      html`<turbo-frame id="comments-after-${last}" target="_top">
        <p>
          <a
            class="link"
            data-continues
            href="/posts/${post.id}/comments?order=${page.order}&after=${last}#${frameOf(post)}"
            data-turbo-frame="comments-after-${last}"
            >More comments</a
          >
        </p>
      </turbo-frame>`
    }`;
}

function threadItems({ top, replies, hasMore }: CommentThread, context: CommentRowContext): Html {
  const last = replies.at(-1);
  // The list already shows the reply that the viewer just added, below its parent.
  const shown = replies.filter(({ id }) => id !== context.added?.id);
  return html`${commentItem(top, context)} ${shown.map((reply) => commentItem(reply, context))}
  ${hasMore && last && html`<li data-level="1">${moreReplies(top.id, last.id, top.replies)}</li>`}`;
}

/** A single thread, or a part of it. */
export function commentThread(
  { top, replies, hasMore }: CommentConversation,
  context: CommentRowContext,
): Html {
  return html`<ol class="comments">
    ${threadItems({ top, replies, hasMore }, context)}
  </ol>`;
}

/** The next replies, in a frame with the ID of the link they replace. */
export function nextReplies(
  { top, replies, hasMore }: CommentConversation,
  after: string,
  context: CommentRowContext,
): Html {
  const last = replies.at(-1);
  return html`<turbo-frame id="replies-${top.id}-${after}" target="_top">
    <ol class="comments">
      ${replies.map((reply) => commentItem(reply, context))}
      ${hasMore && last && html`<li data-level="1">${moreReplies(top.id, last.id, 0)}</li>`}
    </ol>
  </turbo-frame>`;
}

const moreReplies = (id: string, after: string, count: number): Html =>
  html`<turbo-frame id="replies-${id}-${after}" target="_top">
    <a
      class="link"
      href="/comments/${id}?after=${after}#comment-${id}"
      data-turbo-frame="replies-${id}-${after}"
      >${count > 0 ? html`View more of ${formatNumber(count)} replies` : t('More replies')}</a
    >
  </turbo-frame>`;

/** What a row needs besides the comment. */
export interface CommentRowContext {
  post: Post;
  viewer: Viewer | undefined;
  /** Whether comments on the post are closed. */
  isClosed: boolean;
  /** The reply the viewer just added. It is shown directly below its parent. */
  added?: Comment | undefined;
}

/** A comment in its list, with a frame for a reply below it. */
function commentItem(entry: CommentEntry, context: CommentRowContext): Html {
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

export function commentRow(comment: Comment, context: CommentRowContext): Html {
  const { id, author, answering } = comment;
  const body = html`${
    answering &&
    html`<p class="comment-answering">
      <a href="/comments/${answering.id}#comment-${answering.id}">replying to @${answering.username}</a>
    </p>`
  }
  ${renderedLight(comment.text, comment.mentions)}`;
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
    body: collapsed(comment, body),
    menu:
      context.viewer && menuOpener('comment', commentActs(comment, { ...context, viewer: context.viewer })),
    actions: actions(comment, context),
  });
}

/** Collapsed instead of removed, so the conversation can be followed. */
function collapsed({ author, isMuted, filteredBy }: Comment, body: Html): Html {
  if (!isMuted && filteredBy === null) return body;
  const reason = isMuted
    ? t('You muted {name}', { name: author.name })
    : t('Filtered: {name}', { name: filteredBy ?? '' });
  return html`<details class="comment-muted">
    <summary>${reason}</summary>
    ${body}
  </details>`;
}

function actions(
  { id, author, mine, reactions, heldAt }: Comment,
  { viewer, isClosed }: CommentRowContext,
): Html {
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

/** Everything that a member can do with a comment. */
export const commentEntries = () =>
  ({
    edit: { label: t('Edit'), icon: 'pencil', href: '/comments/{id}/edit', frame: '_top' },
    report: { label: t('Report'), icon: 'flag', href: '/report?handle=comment&id={id}', frame: '_top' },
    delete: deletion(),
    deleteOther: { ...deletion(), confirm: t('Delete this comment by {name}?', { name: '{name}' }) },
  }) as const satisfies Record<string, MenuEntry>;

const deletion = () =>
  ({
    label: t('Delete'),
    icon: 'trash-2',
    to: '/comments/{id}/delete',
    frame: '{comments}',
    danger: true,
  }) as const;

export const commentsMenu = (): Html => rowMenu(commentEntries(), true);

/** What a member can do with a comment. */
export function commentActs(
  { id, author }: Pick<Comment, 'id' | 'author'>,
  { post, viewer }: { post: Pick<PostHeader, 'id' | 'kind' | 'author' | 'page' | 'group'>; viewer: Viewer },
): RowMenu<keyof ReturnType<typeof commentEntries>> {
  const isMine = viewer.id === author.id;
  const mayDelete = isMine || viewer.id === post.author.id || isOnTeam(post) || may(viewer, 'moderate');
  return {
    label: t('More actions for the comment by {name}', { name: author.name }),
    href: `/comments/${id}/menu`,
    entries: [isMine ? 'edit' : 'report', mayDelete && (isMine ? 'delete' : 'deleteOther')],
    values: {
      'data-id': id,
      'data-comments': mayDelete ? frameOf(post) : undefined,
      'data-name': mayDelete && !isMine ? author.name : undefined,
    },
  };
}

/** The ID of the Turbo Frame with a post's comments. Answers share a page, so each needs its own. */
export const frameOf = ({ id, kind }: Pick<Post, 'id' | 'kind'>): string =>
  kind === 'answer' ? `comments-${id}` : 'comments';
