import { t } from '../../../kernel/translation/translate.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { stack } from '../../../web/components/person-row.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Category } from '../../categories.ts';
import { questionSorts, type QuestionPage, type QuestionSort } from '../list-questions.ts';
import { pathOfList, type QuestionFilter } from '../paths.ts';
import { questionCard } from './question-card.ts';
import { tagList } from './tag-list.ts';

const sortNames = (): Readonly<Record<QuestionSort, string>> => ({
  newest: t('Newest'),
  active: t('Recently active'),
  votes: t('Most votes'),
  unanswered: t('Unanswered'),
  unsolved: t('Unsolved'),
  solved: t('Solved'),
});

interface ListOptions {
  filter: QuestionFilter;
  categories: readonly Category[];
  /** The most used tags. */
  tags: readonly string[];
  base: string;
}

export function questionListView(page: QuestionPage, { filter, categories, tags, base }: ListOptions): View {
  const { after, page: number = 0, ...same } = filter;
  const category = categories.find(({ id }) => id === filter.category);
  const title = filter.tag
    ? t('Questions about #{tag}', { tag: filter.tag })
    : category
      ? `Questions: ${category.name}`
      : t('Questions');
  const isFiltered = Boolean(filter.q ?? filter.tag ?? filter.category);
  return {
    title,
    section: 'questions',
    description: t('Questions and answers by the community.'),
    canonical: `${base}${pathOfList({ tag: filter.tag, category: filter.category })}`,
    head: html`${feedLinks('questions', t('Questions'))}
    ${(filter.q ?? after ?? filter.page) !== undefined && html`<meta name="robots" content="noindex, follow" />`}`,
    aside: aside(categories, tags, filter),
    body: html`${pageHeader({
      title,
      actions: linkButton({
        label: t('Ask a question'),
        href: '/questions/new',
        icon: 'plus',
        kind: 'primary',
      }),
      ...(isFiltered && { lead: html`<a href="/questions">All questions</a>` }),
    })}
    ${searchForm(filter)}
    ${tabs(
      t('Order of questions'),
      questionSorts.map((sort) => ({
        label: sortNames()[sort],
        href: pathOfList({ ...same, sort: sort === 'newest' && !filter.q ? undefined : sort }),
        current: sort === (filter.sort ?? (filter.q ? '' : 'newest')),
      })),
    )}
    ${card({
      flush: page.items.length > 0,
      body:
        page.items.length > 0
          ? stack(page.items.map(questionCard), title)
          : nothing(filter, number > 0 || after !== undefined),
    })}
    ${olderNewer({
      older:
        page.hasMore && pathOfList(page.next ? { ...same, after: page.next } : { ...same, page: number + 1 }),
      newer: (after ?? (number > 0 || undefined)) !== undefined && pathOfList(same),
    })}`,
  };
}

function nothing({ q, tag, sort }: QuestionFilter, isLater: boolean): Html {
  const isOrder = sort === undefined || sort === 'newest' || sort === 'active' || sort === 'votes';
  const isFound = isLater || Boolean(q) || Boolean(tag) || !isOrder;
  return emptyState({
    illustration: isFound ? 'search' : 'quiet',
    title: isFound ? t('No questions found') : t('No questions yet'),
    text: isFound ? t('Try different words or another filter.') : t('Ask the first question.'),
    action: linkButton({ label: t('Ask a question'), href: '/questions/new', icon: 'plus' }),
  });
}

const searchForm = ({ q, tag, category }: QuestionFilter): Html =>
  html`<search>
    <form class="question-search" action="/questions" method="get">
      <input
        class="input"
        ${attributes({
          type: 'search',
          name: 'q',
          value: q,
          placeholder: t('Search questions'),
          'aria-label': t('Search questions'),
          maxlength: 200,
        })}
      />
      ${tag && html`<input type="hidden" name="tag" value="${tag}" />`}
      ${category && html`<input type="hidden" name="category" value="${category}" />`}
      <button class="button quiet" type="submit"><span>Search</span></button>
    </form>
  </search>`;

const aside = (
  categories: readonly Category[],
  tags: readonly string[],
  { category }: QuestionFilter,
): Html =>
  html`${tags.length > 0 && card({ title: t('Tags'), body: tagList(tags, (tag) => pathOfList({ tag })) || '' })}
  ${
    categories.length > 0 &&
    card({
      title: t('Categories'),
      body: html`<ul class="question-titles">
        ${categories.map(
          ({ id, name }) =>
            html`<li>
              <a
                ${attributes({ href: pathOfList({ category: id }), 'aria-current': id === category ? 'page' : undefined })}
                >${name}</a
              >
            </li>`,
        )}
      </ul>`,
    })
  }`;
