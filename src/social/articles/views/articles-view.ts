import { t } from '../../../web/translation/translate.ts';
import { avatar, stack } from '../../../web/components/people.ts';
import { badge, card, emptyState, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Category } from '../../categories.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { lineList } from '../../components/line-list.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { pathOf } from '../../posts/paths.ts';
import { bylineOf, excerptOf, shownTitle } from '../../posts/texts.ts';
import type { Article, PageOfArticles, PopularArticles } from '../reading.ts';

interface ArticlesQuery {
  category?: string | undefined;
  tag?: string | undefined;
  q?: string | undefined;
  before?: string | undefined;
}

/** All articles, or those with a category, tag or search terms. */
export function articlesView(
  { items: articles, next: older }: PageOfArticles,
  categories: readonly Category[],
  query: ArticlesQuery,
  { viewer, base }: CardContext,
): View {
  const { category, tag, q } = query;
  const chosen = categories.find(({ id }) => id === category);
  const title = tag === undefined ? (chosen?.name ?? t('Articles')) : `#${tag}`;
  const link = (change: ArticlesQuery) => addressOf({ category, tag, q, ...change });
  return {
    title: title === t('Articles') ? title : t('{title} · Articles', { title }),
    description: t('Long-form writing by the community.'),
    canonical: base + addressOf({ category, tag }),
    section: 'articles',
    head: feedLinks('articles', t('Articles')),
    body: html`${pageHeader({
        title,
        actions:
          viewer &&
          html`${linkButton({ label: t('Drafts'), href: '/drafts', icon: 'file-text' })}
          ${linkButton({ label: t('Write an article'), href: '/articles/new', icon: 'square-pen', kind: 'primary' })}`,
      })}
      ${tabs(t('Categories'), [
        { label: t('All'), href: '/articles', current: category === undefined },
        ...categories.map(({ id, name }) => ({
          label: name,
          href: addressOf({ category: id }),
          current: id === category,
        })),
      ])}
      <search>
        <form class="article-search" action="/articles" method="get">
          ${category !== undefined && html`<input type="hidden" name="category" value="${category}" />`}
          ${tag !== undefined && html`<input type="hidden" name="tag" value="${tag}" />`}
          ${textField({
            name: 'q',
            label: t('Search articles'),
            hideLabel: true,
            type: 'search',
            value: q,
            placeholder: t('Search articles'),
            icon: 'search',
            maxlength: 200,
          })}
          ${button({ label: t('Search') })}
        </form>
      </search>
      ${
        articles.length === 0
          ? card({
              body:
                query.before === undefined
                  ? nothing(query, viewer !== undefined)
                  : html`<p>No older articles.</p>`,
            })
          : card({ flush: true, body: articleList(articles, title) })
      }
      ${olderNewer({ older: older !== undefined && link({ before: older }) })}`,
  };
}

const nothing = ({ q, tag }: ArticlesQuery, isMember: boolean): Html =>
  q === undefined && tag === undefined
    ? emptyState({
        illustration: 'quiet',
        title: t('No articles yet'),
        text: t('For anything that needs more room than a post.'),
        ...(isMember && {
          action: linkButton({
            label: t('Write the first article'),
            href: '/articles/new',
            icon: 'square-pen',
            kind: 'primary',
          }),
        }),
      })
    : emptyState({
        illustration: 'search',
        title: t('No matching articles'),
        text: html`Try different words, or <a class="link" href="/articles">browse all articles</a>.`,
      });

function addressOf(query: ArticlesQuery): string {
  const given = Object.entries(query).flatMap(([name, value]: [string, string | undefined]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return given.length === 0 ? '/articles' : `/articles?${new URLSearchParams(given).toString()}`;
}

/** Sidebar of the article list: popular articles and topics. */
export function articlesSidebar({ articles, tags }: PopularArticles): Html | undefined {
  if (articles.length === 0 && tags.length === 0) return undefined;
  return html`${
    articles.length > 0 &&
    card({
      title: t('Popular this month'),
      body: lineList(
        articles.map(({ id, title, author }) => ({
          label: title,
          href: pathOf({ id, kind: 'article', title, parentId: null }),
          detail: author,
        })),
      ),
    })
  }
  ${tags.length > 0 && card({ title: t('Topics'), body: topics(tags) })}`;
}

const topics = (tags: readonly string[]): Html =>
  html`<ul class="tags">
    ${tags.map((tag) => html`<li><a class="tag" href="/articles?tag=${encodeURIComponent(tag)}">#${tag}</a></li>`)}
  </ul>`;

const longestExcerpt = 160;

/** A vertical list of articles with their pictures. */
export const articleList = (articles: readonly Article[], label: string): Html =>
  stack(articles.map(articleCard), label);

function articleCard(post: Article): Html {
  const { author, authorHref, byPage } = bylineOf(post);
  const { cover, minutes, category } = post.article;
  const isCollapsed = post.filteredBy !== null;
  return html`<article class="article-card">
    <div>
      <p class="article-card-by">
        ${avatar(author, 'tiny')}<a href="${authorHref}">${author.name}</a> ${byPage && badge(t('Page'))} ·
        ${relativeTime(post.createdAt)}
      </p>
      <h2 dir="auto"><a href="${pathOf(post)}">${shownTitle(post)}</a></h2>
      ${
        !isCollapsed &&
        html`<p class="article-card-text" dir="auto">${post.warning || excerptOf(post, longestExcerpt)}</p>`
      }
      <p class="article-card-by">
        ${category !== null && html`<span>${category}</span> · `}${t('{minutes} min read', { minutes })}
        ${post.comments > 0 && `· ${t('{count, plural, one {# comment} other {# comments}}', { count: post.comments })}`}
      </p>
    </div>
    ${cover && !isCollapsed && html`<img src="${cover.small}" alt="" width="${cover.width}" height="${cover.height}" loading="lazy" />`}
  </article>`;
}
