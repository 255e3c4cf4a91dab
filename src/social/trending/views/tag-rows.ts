import { formatNumber } from '../../../kernel/translation/formats.ts';
import { html, type Html } from '../../../web/html.ts';
import type { TrendingTag } from '../trend.ts';

/** Hashtags with the number of people who used them. */
export const tagRows = (tags: readonly TrendingTag[]): Html =>
  html`<ol class="question-titles">
    ${tags.map(
      ({ tag, people }) =>
        html`<li>
          <a href="/hashtag/${encodeURIComponent(tag)}">#${tag}</a>
          <span>${formatNumber(people)} people</span>
        </li>`,
    )}
  </ol>`;
