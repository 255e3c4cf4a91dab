import { card } from '../../../web/components/card.ts';
import { html, type Html } from '../../../web/html.ts';
import { pathOf } from '../../posts/sharing/path-of.ts';
import { excerptOf } from '../../posts/text/excerpt-of.ts';
import { speakerOf } from '../../posts/text/speaker-of.ts';
import type { Trending } from '../trend.ts';
import { tagRows } from './tag-rows.ts';

const longestLine = 80;

/** What is moving, for the context column. Nothing when nothing is. */
export function trendingBox({ hashtags, posts, articles, threads, questions }: Trending): Html | false {
  const items = [articles, threads, questions, posts].flatMap((some) => some.slice(0, 1));
  if (hashtags.length === 0 && items.length === 0) return false;
  return card({
    title: 'Trending',
    body: html`${hashtags.length > 0 && tagRows(hashtags)}
      <ul class="question-titles">
        ${items.map(
          (post) =>
            html`<li>
              <a href="${pathOf(post)}"
                >${post.title || post.warning || excerptOf(post, longestLine) || `A post by ${speakerOf(post).author.name}`}</a
              >
              <span>${speakerOf(post).author.name}${post.page && ' (page)'}</span>
            </li>`,
        )}
      </ul>
      <p><a href="/trending">All that is moving</a></p>`,
  });
}
