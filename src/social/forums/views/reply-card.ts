import { textDirection } from '../../../kernel/text.ts';
import { t } from '../../../web/translation/translate.ts';
import { icon } from '../../../web/components/controls.ts';
import { badge, notice } from '../../../web/components/surfaces.ts';
import { post as postArticle, postAction } from '../../../web/components/post.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/app.ts';
import { paywallOffer } from '../../posts/components/paywall.ts';
import { postMenu } from '../../posts/components/post-menu.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { excerptOf, renderPost } from '../../posts/texts.ts';
import { reactionBar } from '../../components/reactions.ts';

interface ReplyCardOptions {
  viewer: Viewer | undefined;
  base: string;
  /** Whether the viewer moderates this forum. */
  mayModerate: boolean;
  /** The number of the reply, from 1. */
  place?: number;
  /** The quoted post, if visible to the viewer. */
  quoted?: Post | undefined;
  /** The author of the thread. */
  starterId: string;
  /** Whether it is the solution of the thread. */
  isSolution?: boolean;
  /** Whether the viewer can mark it as the solution, or undo that. */
  maySolve?: boolean;
  /** Target of the "Quote" button. Undefined if the viewer cannot reply. */
  quoteHref?: string | undefined;
}

const longestQuote = 240;

/** The first post or a reply of a thread, in its own frame so that deleting and undoing happen in place. */
export function replyCard(post: Post, options: ReplyCardOptions): Html {
  const { place, viewer, quoted, quoteHref, isSolution } = options;
  const href = place === undefined ? pathOf(post) : `/forums/threads/${post.parentId}?reply=${post.id}`;
  const article = postArticle({
    id: `post-${post.id}`,
    author: post.author,
    authorHref: `/@${post.author.username}`,
    badge: place !== undefined && post.author.id === options.starterId && t('Author'),
    ...(place !== undefined && { label: `#${place}` }),
    href,
    at: post.createdAt,
    edited: post.editedAt !== null,
    privacy: 'public',
    filteredBy: post.filteredBy,
    ...(post.heldAt && { notice: heldNotice(post, options) }),
    body: html`${quoted && quoteOf(quoted)}${renderPost(post)}`,
    direction: textDirection(post.text),
    media: html`${paywallOffer(post, viewer)}${solutionRow(post, options)}`,
    menu: postMenu(post, options),
    actions: html`${reactionBar({ postId: post.id, mine: post.mine, counts: post.reactions, mayReact: viewer !== undefined })}
    ${quoteHref && postAction({ label: t('Quote {name}', { name: post.author.name }), icon: 'quote', href: quoteHref })}
    ${
      quoteHref &&
      postAction({
        label: t('Reply to {name}', { name: post.author.name }),
        icon: 'reply',
        href: '#field-text',
        isReply: true,
      })
    }`,
  });
  return html`<turbo-frame
    id="post-frame-${post.id}"
    target="_top"
    ${attributes({ class: isSolution && 'solution' })}
    >${article}</turbo-frame
  >`;
}

/** Whether it is the solution, and the button of who can say so. */
const solutionRow = (post: Post, { isSolution = false, maySolve = false }: ReplyCardOptions): Html | false =>
  (isSolution || maySolve) &&
  html`<div class="voted-below">
    ${isSolution && badge(t('Solution'), 'success', 'circle-check')}
    ${
      maySolve &&
      buttonForm({
        to: `/forums/posts/${post.id}/solution`,
        label: isSolution ? t('Undo solution') : t('Mark as solution'),
        icon: isSolution ? 'x' : 'check',
        small: true,
        fields: { do: isSolution ? 'unmark' : 'mark' },
      })
    }
  </div>`;

/** An excerpt of the quoted post with a link to it. */
export const quoteOf = (quoted: Post): Html =>
  html`<blockquote class="quoted">
    <p>
      <a href="${pathOf(quoted)}">${icon('quote')}${quoted.author.name}</a>
    </p>
    <p dir="auto">${excerptOf(quoted, longestQuote)}</p>
  </blockquote>`;

function heldNotice(post: Post, { mayModerate }: ReplyCardOptions): Html {
  const to = `/forums/moderate/posts/${post.id}`;
  return notice({
    tone: 'warning',
    body: mayModerate
      ? html`<p>Waiting for your review. Not visible to others yet.</p>
          <div class="button-row">
            ${buttonForm({ to, label: t('Approve'), icon: 'check', small: true, fields: { decision: 'approve' } })}
            ${buttonForm({ to, label: t('Remove'), icon: 'trash-2', small: true, fields: { decision: 'remove' } })}
          </div>`
      : html`<p>Waiting for review. Only visible to you and moderators.</p>`,
  });
}
