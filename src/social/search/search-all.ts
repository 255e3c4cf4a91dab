import { verb, type App, type Viewer } from '../../platform/app.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { sql, type RawBuilder } from 'kysely';
import { getProfiles, type Profile } from '../people/profile.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { corrections, type TextQuery, toTsquery, type UnknownWord } from './to-tsquery.ts';
import { pagesNamed, peopleNamed, tagsNamed, termsNamed, toFoundPage } from './find-names.ts';
import type { FoundPage, FoundTag, FoundTerm, PageRow } from './find-names.ts';
import { postGroups, postsFound, type PostSearch } from './find-posts.ts';
import { getBounds, isEmpty, isFiltered, parseQuery, searchTypes } from './parse-query.ts';
import type { SearchQuery, SearchType } from './parse-query.ts';

export interface SearchRequest {
  /** As typed. */
  q: string;
  /** A single type with all its results. Undefined for the best few of each type. */
  type?: SearchType | undefined;
  /** Page number from 0, for searches with a type. */
  page?: number | undefined;
  sort?: 'relevance' | 'newest' | undefined;
}

export interface ResultsByType {
  query: SearchQuery;
  type: SearchType | undefined;
  people: Profile[];
  posts: Post[];
  articles: Post[];
  threads: Post[];
  questions: Post[];
  pages: FoundPage[];
  terms: FoundTerm[];
  tags: FoundTag[];
  /** Number of results per type. Counting stops at `countedTo`. */
  counts: Record<SearchType, number>;
  hasMore: boolean;
  /** The corrected query, if there were no results for the typed words. */
  correctedTo: string | undefined;
}

export const countedTo = 50;
const onPage = 20;
/** Maximum number of results that are ranked and can be paged through. */
const maxRanked = 200;
const fewOfEach = 4;
const maxWait = seconds(2);

const groups = { posts: 'post', articles: 'article', threads: 'thread', questions: 'question' } as const;

/** Searches all content visible to the viewer. Throws at `q` if the search is too broad. */
export async function searchAll(
  app: App,
  viewer: Viewer | undefined,
  wanted: SearchRequest,
): Promise<ResultsByType> {
  const query = parseQuery(wanted.q);
  const asked = { ...wanted, type: wanted.type ?? query.type };
  if (isEmpty(query)) return nothing(query, asked.type);
  return withTimeout(app, async (app) => {
    const text = await toTsquery(app, query);
    const { found, written } = await search(app, viewer, query, text, asked);
    if (isFound(found)) return found;
    const unknown = text.unknown.filter(({ word }) => !written.includes(word));
    for (const corrected of corrections(query, text, unknown)) {
      const instead = await search(app, viewer, corrected.query, corrected.text, asked);
      if (isFound(instead.found))
        return { ...instead.found, query, correctedTo: corrected.query.words.join(' ') };
    }
    return found;
  });
}

/** `searchAll` for people and apps, who share the limit whether they use the page or the API. */
export const searchFor = verb(
  {
    name: 'search.all',
    scope: 'read',
    who: 'anyone',
    limit: { by: ['account', 'address'], calls: ({ SEARCH_LIMIT }) => SEARCH_LIMIT, within: minutes(1) },
  },
  searchAll,
);

/** Similar hashtags alone do not count as results, so corrections are still tried. */
const isFound = ({ counts }: ResultsByType): boolean =>
  searchTypes.some((type) => type !== 'tags' && counts[type] > 0);

/** The results, and those unknown words that occur in posts visible to the viewer. */
interface Searched {
  found: ResultsByType;
  written: string[];
}

async function search(
  app: App,
  viewer: Viewer | undefined,
  query: SearchQuery,
  { words, about, unknown = [] }: TextQuery & { unknown?: UnknownWord[] },
  { type, page = 0, sort = query.sort ?? 'relevance' }: SearchRequest,
): Promise<Searched> {
  const bounds = await getBounds(app, query);
  const found = nothing(query, type);
  const from = type ? page * onPage : 0;
  const until = type ? from + onPage : fewOfEach;
  const take = <T>(kind: SearchType, all: readonly T[]): T[] => {
    found.counts[kind] = Math.min(all.length, countedTo);
    if (type === kind) found.hasMore = all.length > until;
    return type === undefined || type === kind ? all.slice(from, until) : [];
  };
  // A search with a type also counts the other types for the tabs, up to the displayed maximum.
  const limit = (kind: SearchType) => (type === kind ? Math.max(maxRanked, until + 1) : countedTo);
  const kinds = bounds && (words !== '' || isFiltered(query)) ? kindsOfPosts : [];
  const searches = kinds.map((kind) => ({
    ...bounds,
    words,
    about,
    sort,
    group: groups[kind],
    limit: Math.min(limit(kind), 4000),
  }));
  // Words not learned yet or not public are not mistakes. A single word is searched as typed.
  const possiblyMisspelled = query.words.length > 1 ? unknown : [];
  const { ids, written, named } = await findAll(app, viewer, {
    query,
    words,
    searches,
    doubted: possiblyMisspelled,
    limit,
  });
  const shown = kinds.map((kind, n) => take(kind, ids[n] ?? []));
  const shownPosts = await getPosts(app, viewer, shown.flat(), 'search');
  const posts = new Map(shownPosts.map((post) => [post.id, post]));
  for (const [n, kind] of kinds.entries())
    found[kind] = (shown[n] ?? []).flatMap((id) => posts.get(id) ?? []);
  found.people = await getProfiles(app, viewer, take('people', named.people));
  found.pages = take('pages', named.pages);
  found.terms = take('terms', named.terms);
  found.tags = take('tags', named.tags);
  return { found, written };
}

const kindsOfPosts = ['posts', 'articles', 'threads', 'questions'] as const;

interface Search {
  query: SearchQuery;
  words: string;
  searches: readonly PostSearch[];
  doubted: readonly UnknownWord[];
  limit: (kind: SearchType) => number;
}

/** Finds post ids per search, which words occur in posts, and all named results, in one statement. */
async function findAll(
  app: App,
  viewer: Viewer | undefined,
  { query, words, searches, doubted: possiblyMisspelled, limit }: Search,
) {
  const checks = possiblyMisspelled.flatMap(({ words }) =>
    postGroups.map((group) => ({ words, about: 0, group, sort: 'newest' as const, limit: 1 })),
  );
  const arrays = [...searches, ...checks].map((search) => postsFound(app, viewer, search));
  const columns = arrays.map((ids, n) => sql`${ids} as ${sql.id(`ids${n}`)}`);
  const { rows } = await sql<Record<string, string[]> & NamedRows>`
    select ${sql.join([...columns, ...columnsOfNamed(app, viewer, query, { words, limit })])}`.execute(
    app.db,
  );
  const { people = [], pages = [], terms = [], tags = [], ...others } = rows[0] ?? {};
  const ids = arrays.map((_, n) => others[`ids${n}`] ?? []);
  const found = ids.splice(0, searches.length);
  return {
    ids: found,
    written: possiblyMisspelled.flatMap(({ word }, n) =>
      ids.slice(n * postGroups.length, (n + 1) * postGroups.length).flat().length > 0 ? [word] : [],
    ),
    named: {
      people: [...new Set(people)].slice(0, limit('people')),
      pages: pages.map((page) => toFoundPage(app, page)),
      terms,
      tags,
    },
  };
}

interface NamedRows {
  people?: string[];
  pages?: PageRow[];
  terms?: FoundTerm[];
  tags?: FoundTag[];
}

/** A search restricted to posts can only match hashtags by name. */
function columnsOfNamed(
  app: App,
  viewer: Viewer | undefined,
  query: SearchQuery,
  { words, limit }: Pick<Search, 'words' | 'limit'>,
): RawBuilder<unknown>[] {
  const json = (each: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(each), '[]') from (${each}) as each)`;
  const tags = (name: string) => sql`${json(tagsNamed(app, viewer, name, limit('tags')))} as tags`;
  if (isFiltered(query)) return [tags(query.tag ?? '')];
  const names = [...query.words, ...query.phrases];
  return [
    sql`array(select id::text from (${peopleNamed(app, viewer, names, limit('people'))}) as each) as people`,
    sql`${json(pagesNamed(app, names, limit('pages')))} as pages`,
    sql`${json(sql`${termsNamed(app, words, names, limit('terms'))}`)} as terms`,
    tags(names.join('')),
  ];
}

const nothing = (query: SearchQuery, type: SearchType | undefined): ResultsByType => ({
  query,
  type,
  people: [],
  posts: [],
  articles: [],
  threads: [],
  questions: [],
  pages: [],
  terms: [],
  tags: [],
  counts: { people: 0, posts: 0, articles: 0, threads: 0, questions: 0, pages: 0, terms: 0, tags: 0 },
  hasMore: false,
  correctedTo: undefined,
});

/** Cancels a search that takes too long and reports it as too broad. */
async function withTimeout<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  // Inside an outer transaction, its timeout applies.
  if (app.db.isTransaction) return work(app);
  try {
    // A replica can run it.
    const transaction = app.db.transaction().setAccessMode('read only');
    return await transaction.execute(async (db) => {
      await sql`set local statement_timeout = ${sql.lit(maxWait)}`.execute(db);
      return work({ ...app, db });
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== '57014') throw error;
    throw invalid('q', msg('That search is too broad. Add a word or a filter.'));
  }
}
