import { html, type Html } from '../../../web/html.ts';
import type { TrendingTag } from '../trend.ts';
import { shortNumber } from '../../../web/short-number.ts';

/** Hashtags with the number of people who used them. */
export const tagRows = (tags: readonly TrendingTag[]): Html =>
  html`<ol class="question-titles">
    ${tags.map(
      ({ tag, people }) =>
        html`<li>
          <a href="/hashtag/${encodeURIComponent(tag)}">#${tag}</a>
          <span>${shortNumber(people)} people</span>
        </li>`,
    )}
  </ol>`;
