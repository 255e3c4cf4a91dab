import { t } from '../../../kernel/translation/translate.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Category } from '../../categories.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import type { PageOfArticles } from '../list-articles.ts';
import { articleList } from './article-card.ts';

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
