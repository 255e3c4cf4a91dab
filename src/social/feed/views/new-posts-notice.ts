import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { maxNewer } from '../count-newer.ts';

/**
 * The number of posts since the page was loaded, overlaid on the feed. An open page refreshes it on events of
 * the live stream.
 */
export const newPostsNotice = (after: string, count: number, isFilled = false): Html =>
  html`<div
    class="feed-news"
    role="status"
    ${attributes({
      id: 'feed-news',
      'data-controller': 'refresh',
      'data-refresh-address-value': `/feed/news?after=${after}`,
      'data-refresh-event-value': 'feed',
      // The live stream covers accounts the reader follows. Readers who follow no one poll instead.
      'data-refresh-seconds-value': isFilled ? 30 : undefined,
      'data-refresh-version-value': String(count),
    })}
  >
    ${
      count > 0 &&
      html`<a class="button primary small" href="/" data-turbo-action="replace"
        >${icon('arrow-up')}<span
          >${
            count === maxNewer
              ? t('{count}+ new posts', { count })
              : t('{count, plural, one {# new post} other {# new posts}}', { count })
          }</span
        ></a
      >`
    }
  </div>`;

/** Marks where the posts seen on an earlier visit begin. */
export const seenLine = (): Html => html`<p class="feed-mark">New since your last visit</p>`;
