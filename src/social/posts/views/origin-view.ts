import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { badge } from '../../../web/components/badge.ts';
import { pictures } from '../../../web/components/post-media.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import { pathOf } from '../sharing/path-of.ts';
import type { Post } from '../post.ts';
import { isBare } from '../sharing/shares.ts';
import { excerptOf } from '../text/excerpt-of.ts';
import { bylineOf } from '../text/byline-of.ts';

const longest = 280;
const maxPictures = 4;

/** A card of the shared post, or a placeholder if it is hidden. False for posts that share nothing. */
export function originView(post: Post): Html | false {
  if (post.origin) return originCard(post.origin);
  if (post.quoteId === null && !isLeftover(post)) return false;
  return html`<p class="origin origin-gone">This post is not available.</p>`;
}

/**
 * Whether the shared post was deleted with its author, so that an empty share remains. A paid post is empty for
 * people who have not paid.
 */
const isLeftover = (post: Post) => post.kind === 'post' && post.paywall === null && isBare(post);

/** A compact card of a post inside another post. */
export function originCard(origin: Post): Html {
  const { author, authorHref, byPage } = bylineOf(origin);
  const href = pathOf(origin);
  const text = origin.warning
    ? t('Content warning: {warning}', { warning: origin.warning })
    : excerptOf(origin, longest) || origin.poll?.options.map((option) => option.text).join(' · ');
  return html`<blockquote class="origin" cite="${href}">
    <p class="origin-head">
      ${avatar(author, 'small')} <a href="${authorHref}">${author.name}</a> ${byPage && badge(t('Page'))}
      <a class="origin-when" href="${href}">${relativeTime(origin.createdAt)}</a>
    </p>
    ${origin.title && html`<p class="origin-title"><a href="${href}">${origin.title}</a></p>`}
    ${text && html`<p dir="auto">${text}</p>`}
    ${
      !origin.warning &&
      pictures(
        origin.photos.slice(0, maxPictures).map(({ small, alt, width, height }, index) => ({
          src: small,
          alt: alt || t('Photo {value} by {name}', { value: index + 1, name: author.name }),
          width,
          height,
          href,
        })),
      )
    }
    ${origin.video && !origin.warning && html`<p class="origin-more"><a href="${href}">Watch the video</a></p>`}
    ${origin.attachments.length > 0 && !origin.warning && html`<p class="origin-more"><a href="${href}">Open the attached files</a></p>`}
  </blockquote>`;
}
