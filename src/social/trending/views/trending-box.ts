import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { html, type Html } from '../../../web/html.ts';
import { pathOf } from '../../posts/paths.ts';
import { excerptOf } from '../../posts/texts.ts';
import type { TrendLines } from '../trend.ts';
import { tagRows } from './tag-rows.ts';

const longestLine = 80;

/** Trends for the sidebar. False if there are none. */
export function trendingBox({ hashtags, posts }: TrendLines): Html | false {
  if (hashtags.length === 0 && posts.length === 0) return false;
  return card({
    title: t('Trending'),
    body: html`${hashtags.length > 0 && tagRows(hashtags)}
      <ul class="question-titles">
        ${posts.map(
          (post) =>
            html`<li>
              <a href="${pathOf({ ...post, parentId: null })}"
                >${post.title || post.warning || excerptOf(post, longestLine) || t('A post by {speaker}', { speaker: post.speaker })}</a
              >
              <span>${post.speaker}${post.byPage && t(' (page)')}</span>
            </li>`,
        )}
      </ul>
      <p><a href="/trending">See all trending</a></p>`,
  });
}
