import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { html, type Html } from '../../../web/html.ts';
import type { CommentPage, Thread } from '../get-comments.ts';
import type { Conversation } from '../get-conversation.ts';
import { commentItem, type RowContext } from './comment-row.ts';
import { frameOf } from './frames.ts';

/** A list of threads. The next page replaces the "more" link. */
export function threadList(page: CommentPage, context: RowContext): Html {
  const list = threads(page, context);
  return page.start === undefined
    ? list
    : html`<turbo-frame id="comments-after-${page.start}" target="_top">${list}</turbo-frame>`;
}

function threads(page: CommentPage, context: RowContext): Html {
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
            href="/posts/${post.id}/comments?order=${page.order}&after=${last}#${frameOf(post)}"
            data-turbo-frame="comments-after-${last}"
            >More comments</a
          >
        </p>
      </turbo-frame>`
    }`;
}

function threadItems({ top, replies, hasMore }: Thread, context: RowContext): Html {
  const last = replies.at(-1);
  // The list already shows the reply that the viewer just added, below its parent.
  const shown = replies.filter(({ id }) => id !== context.added?.id);
  return html`${commentItem(top, context)} ${shown.map((reply) => commentItem(reply, context))}
  ${hasMore && last && html`<li data-level="1">${moreReplies(top.id, last.id, top.replies)}</li>`}`;
}

/** A single thread, or a part of it. */
export function conversationList({ top, replies, hasMore }: Conversation, context: RowContext): Html {
  return html`<ol class="comments">
    ${threadItems({ top, replies, hasMore }, context)}
  </ol>`;
}

/** The next replies, in a frame with the ID of the link they replace. */
export function nextReplies(
  { top, replies, hasMore }: Conversation,
  after: string,
  context: RowContext,
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
