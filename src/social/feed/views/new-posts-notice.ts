import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { maxNewer } from '../count-newer.ts';

/** How many posts came since the page was opened; an open page asks for it when the live stream says so. It is drawn over the feed. */
export const newPostsNotice = (after: string, count: number, isFilled = false): Html =>
  html`<div
    class="feed-news"
    role="status"
    ${attributes({
      id: 'feed-news',
      'data-controller': 'refresh',
      'data-refresh-address-value': `/feed/news?after=${after}`,
      'data-refresh-event-value': 'feed',
      // The stream says what people do whom the reader follows; who follows nobody yet asks now and then.
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

/** Where what one has seen on an earlier visit begins. */
export const seenLine = (): Html => html`<p class="feed-mark">New since your last visit</p>`;
