import { t } from '../../../web/translation/translate.ts';
import { badge, card, emptyState, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { stack } from '../../../web/components/people.ts';
import { attributes, html, type Html, type View, shortNumber } from '../../../web/html.ts';
import type { Category } from '../../categories.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { pathOf } from '../../posts/paths.ts';
import { excerptOf, shownTitle } from '../../posts/texts.ts';
import { type QuestionPage, type QuestionSort, questionSorts } from '../list-questions.ts';
import { pathOfList, type Question, type QuestionFilter, splitTags } from '../question.ts';

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

/** A question in a list with its counts and an excerpt. */
function questionCard(question: Question): Html {
  const { post, tags, solvedAt, category } = question;
  const isCollapsed = post.filteredBy !== null;
  const excerpt = isCollapsed ? '' : excerptOf({ ...post, text: splitTags(post.text).text }, 180);
  return html`<article class="question-card" aria-labelledby="question-${post.id}">
    <div class="question-counts">
      <p>
        <b>${shortNumber(post.score)}</b>
        ${t('{count, plural, one {vote} other {votes}}', { count: post.score })}
      </p>
      <p ${attributes({ 'data-state': solvedAt ? 'solved' : post.replies > 0 ? 'answered' : undefined })}>
        ${solvedAt && icon('check', 'Solved:')}<b>${shortNumber(post.replies)}</b>
        ${t('{count, plural, one {answer} other {answers}}', { count: post.replies })}
      </p>
    </div>
    <div class="question-text">
      <h2 id="question-${post.id}"><a href="${pathOf(post)}">${shownTitle(post)}</a></h2>
      ${excerpt && html`<p class="question-excerpt" dir="auto">${excerpt}</p>`}
      ${!isCollapsed && tagList(tags, (tag) => pathOfList({ tag }))}
      <p class="question-by">
        ${post.heldAt && badge(t('Waiting for review'), 'warning')}
        ${post.lockedAt && badge(question.duplicateOf ? t('Duplicate') : t('Closed'), 'neutral', 'lock')}
        ${category && html`<a href="${pathOfList({ category: category.id })}">${category.name}</a> · `}<a
          href="/@${post.author.username}"
          >${post.author.name}</a
        >
        asked ${relativeTime(post.createdAt)}
      </p>
    </div>
  </article>`;
}

/** A compact list of question titles. */
export const questionTitles = (questions: readonly Question[], frame?: string): Html =>
  html`<ul class="question-titles">
    ${questions.map(
      ({ post, solvedAt }) =>
        html`<li>
          <a ${attributes({ href: pathOf(post), 'data-turbo-frame': frame })}>${post.title}</a>
          <span
            >${solvedAt ? t('Solved, ') : ''}${shortNumber(post.replies)}
            ${t('{count, plural, one {answer} other {answers}}', { count: post.replies })}</span
          >
        </li>`,
    )}
  </ul>`;

/** Tags as links to their questions. */
export const tagList = (tags: readonly string[], href: (tag: string) => string): Html | false =>
  tags.length > 0 &&
  html`<ul class="tags" aria-label="Tags">
    ${tags.map((tag) => html`<li><a class="tag" href="${href(tag)}">${tag}</a></li>`)}
  </ul>`;
