import { days } from '../../kernel/time.ts';
import { inSentence, t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { badge, card, emptyState, notice, pageHeader } from '../../web/components/surfaces.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { personRow, stack } from '../../web/components/people.ts';
import { type Fragment, html, type Html, type View } from '../../web/html.ts';
import { plainMarkdown } from '../../web/markdown.ts';
import { relationButtons } from '../people/components.ts';
import type { Profile } from '../people/profile.ts';
import { type CardContext, postCard } from '../posts/components/post-card.ts';
import { short } from '../text/plain.ts';
import { searchBox } from './components.ts';
import { type SearchType, searchTypes } from './parse-query.ts';
import { countedTo, type ResultsByType } from './search-all.ts';

interface SearchPage {
  q: string;
  found: ResultsByType | undefined;
  /** Error message of an invalid search. */
  problem?: string | undefined;
  page: number;
  sort: 'relevance' | 'newest';
  now: Date;
}

const labels = (): Readonly<Record<SearchType, string>> => ({
  people: t('People'),
  posts: t('Posts'),
  articles: t('Articles'),
  threads: t('Threads'),
  questions: t('Questions'),
  pages: t('Pages'),
  terms: t('Glossary'),
  tags: t('Hashtags'),
});

/** The search page with a box and the results. */
export function searchView(options: SearchPage, context: CardContext): View {
  const { q, found, problem } = options;
  return {
    title: q === '' ? t('Search') : t('{q} – Search', { q: short(q, 60) }),
    description: t('Search people, posts, articles, threads, questions, pages and the glossary on Plaza'),
    section: 'search',
    aside: tips(),
    body: html`${pageHeader({ title: t('Search') })}
    ${searchBox({ q, focus: q === '', type: found?.type, found: found && q !== '' ? wordsOf(found) : undefined })}
    ${problem !== undefined && notice({ tone: 'warning', body: html`<p>${problem}</p>` })}
    ${found && q !== '' && results(found, options, context)}
    ${!found && problem === undefined && card({ body: whatToFind() })}`,
  };
}

/** The words by which results were found. */
const wordsOf = ({ query: { words, phrases }, correctedTo }: ResultsByType): string =>
  [correctedTo ?? words, phrases].flat().join(' ');

function results(found: ResultsByType, options: SearchPage, context: CardContext): Html {
  const { q, page, sort } = options;
  const { type, counts, correctedTo } = found;
  const link = (to: { type?: SearchType | undefined; page?: number; sort?: string }) =>
    `/search?${new URLSearchParams({
      q,
      ...(to.type && { type: to.type }),
      ...((to.sort ?? sort) === 'newest' && { sort: 'newest' }),
      ...(to.page && { page: String(to.page) }),
    }).toString()}`;
  const shown = searchTypes.filter((each) => counts[each] > 0 || each === type);
  const sections = shown
    .filter((each) => type === undefined || each === type)
    .map((each) => section(each, found, context, type === undefined ? link({ type: each }) : undefined));
  return html`${correctedTo !== undefined && corrected(q, correctedTo)}
  ${
    shown.length > 0 &&
    tabs(t('Kinds of results'), [
      { label: t('All'), href: link({}), current: type === undefined },
      ...shown.map((each) => ({
        label: labels()[each],
        href: link({ type: each }),
        current: each === type,
        count: counts[each] < countedTo ? counts[each] : `${countedTo}+`,
      })),
    ])
  }
  ${
    type !== undefined &&
    isOfPosts(type) &&
    html`<p class="search-order">
      ${order(t('Relevance'), sort === 'relevance', link({ type, sort: 'relevance' }))}
      ${order(t('Newest first'), sort === 'newest', link({ type, sort: 'newest' }))}
    </p>`
  }
  ${(shown.length > 0 || found.query.after) && (type === undefined || isOfPosts(type)) && periods(options, found)}
  ${sections.some(Boolean) ? sections : card({ body: nothingFound(options, found) })}
  ${
    type !== undefined &&
    olderNewer({
      newer: page > 0 && link({ type, page: page - 1 }),
      older: found.hasMore && link({ type, page: page + 1 }),
    })
  }`;
}

const isOfPosts = (type: SearchType) => ['posts', 'articles', 'threads', 'questions'].includes(type);

/** Links that limit a search to what is new, as its filter after: does. */
function periods({ q, sort, now }: SearchPage, { type, query }: ResultsByType): Html {
  const words = q.replaceAll(/(?:^|\s)after:\S*/gi, '').trim();
  const chosen = query.after?.toISOString().slice(0, 10);
  const since = (label: string, ago?: number) => {
    const from =
      ago === undefined ? undefined : new Date(now.getTime() - days(ago)).toISOString().slice(0, 10);
    const typed = from === undefined ? words : `${words} after:${from}`.trim();
    const href = `/search?${new URLSearchParams({ q: typed, ...(type && { type }), ...(sort === 'newest' && { sort }) }).toString()}`;
    return order(label, chosen === from, href);
  };
  return html`<nav class="search-order" aria-label="${t('Published')}">
    ${since(t('Any time'))} ${since(t('Past week'), 7)} ${since(t('Past month'), 30)}
    ${since(t('Past year'), 365)} <a class="link search-tips-link" href="#search-tips">Search tips</a>
  </nav>`;
}

const order = (label: string, isCurrent: boolean, href: string): Html =>
  isCurrent ? html`<b aria-current="true">${label}</b>` : html`<a class="link" href="${href}">${label}</a>`;

function section(
  type: SearchType,
  found: ResultsByType,
  context: CardContext,
  all: string | undefined,
): Html | false {
  const rows = rowsOf(type, found, context);
  if (rows.length === 0) return false;
  return card({
    flush: true,
    title: labels()[type],
    body: stack(rows, labels()[type]),
    ...(all !== undefined &&
      found.counts[type] > rows.length && {
        footer: html`<a class="link" href="${all}">All ${inSentence(labels()[type])} found</a>`,
      }),
  });
}

function rowsOf(type: SearchType, found: ResultsByType, context: CardContext): Html[] {
  switch (type) {
    case 'people':
      return found.people.map((profile) => personOf(profile, context));
    case 'pages':
      return found.pages.map((page) =>
        personRow({
          person: { ...page, name: page.title },
          badge: badge(t('Page')),
          href: `/pages/${page.username}`,
          detail: short(page.about, 120),
        }),
      );
    case 'terms':
      return found.terms.map(({ slug, name, definition }) =>
        row(
          html`<a href="/glossary/${encodeURIComponent(slug)}">${name}</a>`,
          short(plainMarkdown(definition), 200),
        ),
      );
    case 'tags':
      return found.tags.map(({ tag, posts }) =>
        row(
          html`<a href="/hashtag/${encodeURIComponent(tag)}">#${tag}</a>`,
          t('{posts, plural, one {In # public post} other {In # public posts}}', { posts }),
        ),
      );
    default:
      return found[type].map((post) => postCard(post, context));
  }
}

const personOf = (profile: Profile, { viewer }: CardContext): Html =>
  personRow({
    person: profile,
    href: `/@${profile.username}`,
    detail: short(profile.biography, 120) || (profile.relation.followsMe && t('Follows you')),
    ...(viewer && { actions: relationButtons(profile) }),
  });

const row = (name: Html, detail: Fragment): Html =>
  html`<div class="person-row">
    <div class="person-row-text">
      <p class="person-row-name">${name}</p>
      <p class="person-row-detail" dir="auto">${detail}</p>
    </div>
  </div>`;

const corrected = (q: string, words: string): Html =>
  notice({
    tone: 'accent',
    body: html`<p>
      No results for “${q}”. Showing results for
      <a class="link" href="/search?q=${encodeURIComponent(words)}"><b dir="auto">${words}</b></a
      >.
    </p>`,
  });

function nothingFound({ q }: SearchPage, { query }: ResultsByType): Html {
  const words = [...query.words, ...query.phrases.map((each) => `"${each}"`)].join(' ');
  const isNarrow = words !== '' && words !== q.trim();
  return emptyState({
    illustration: 'search',
    title: t('No results for “{q}”', { q: short(q, 60) }),
    text: t('Try fewer or different words.'),
    ...(isNarrow && {
      action: linkButton({
        label: t('Search for “{q}”', { q: short(words, 60) }),
        href: `/search?q=${encodeURIComponent(words)}`,
        icon: 'search',
      }),
    }),
  });
}

const whatToFind = () =>
  emptyState({
    illustration: 'search',
    title: t('Search Plaza'),
    text: t('Find people, posts, articles, questions and hashtags.'),
  });

const tip = (example: string, meaning: string): Html =>
  html`<div>
    <dt><a class="link" href="/search?q=${encodeURIComponent(example)}">${example}</a></dt>
    <dd>${meaning}</dd>
  </div>`;

const tips = () =>
  card({
    title: t('Search tips'),
    id: 'search-tips',
    body: html`<dl class="search-tips">
      ${tip(t('"rye bread"'), t('exact phrase'))} ${tip(t('bread -wheat'), t('exclude a word'))}
      ${tip(t('bread from:ada'), t('by one person'))} ${tip(t('bread #baking'), t('with a hashtag'))}
      ${tip(t('bread in:Kitchen'), t('in one forum'))}
      ${tip(t('bread is:solved'), t('questions with an answer'))}
      ${tip(t('bread after:2026-03'), t('also before:, with a day or year'))}
    </dl>`,
  });
