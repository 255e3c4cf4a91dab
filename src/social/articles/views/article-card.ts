import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { stack } from '../../../web/components/person-row.ts';
import { html, type Html } from '../../../web/html.ts';
import { pathOf } from '../../posts/paths.ts';
import { excerptOf } from '../../posts/texts.ts';
import type { Article } from '../get-article.ts';

const longestExcerpt = 160;

/** A vertical list of articles with their pictures. */
export const articleList = (articles: readonly Article[], label: string): Html =>
  stack(articles.map(articleCard), label);

function articleCard(post: Article): Html {
  const { name, href } = bylineOf(post);
  const { cover, minutes, category } = post.article;
  return html`<article class="article-card">
    <div>
      <p class="article-card-by">
        ${category !== null && html`<span>${category}</span> · `}<a href="${href}">${name}</a>
        ${post.page && badge(t('Page'))} · ${relativeTime(post.createdAt)}
      </p>
      <h2 dir="auto"><a href="${pathOf(post)}">${post.title}</a></h2>
      <p class="article-card-text" dir="auto">${post.warning || excerptOf(post, longestExcerpt)}</p>
      <p class="article-card-by">
        ${minutes} min read
        ${post.comments > 0 && `· ${t('{count, plural, one {# comment} other {# comments}}', { count: post.comments })}`}
      </p>
    </div>
    ${cover && html`<img src="${cover.small}" alt="" width="${cover.width}" height="${cover.height}" loading="lazy" />`}
  </article>`;
}

/** The byline: a person or a page. */
export const bylineOf = ({ author, page }: Pick<Article, 'author' | 'page'>) =>
  page
    ? { name: page.title, href: `/pages/${page.username}` }
    : { name: author.name, href: `/@${author.username}` };
