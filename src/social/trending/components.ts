import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { card } from '../../web/components/surfaces.ts';
import { html, type Html, shortNumber } from '../../web/html.ts';
import { pathOf } from '../posts/paths.ts';
import { excerptOf } from '../posts/texts.ts';
import { getTrendLines } from './get-trending.ts';
import type { TrendingTag, TrendLines } from './trend.ts';

/** Sidebar box with trends of the last 24 hours. */
export const showTrendingBox = async (app: App, viewer: Viewer | undefined): Promise<Html | false> =>
  trendingBox(await getTrendLines(app, viewer, '24h'));

const longestLine = 80;

/** Trends for the sidebar. False if there are none. */
function trendingBox({ hashtags, posts }: TrendLines): Html | false {
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
