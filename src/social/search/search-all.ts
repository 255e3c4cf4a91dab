import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readProfiles, type Profile } from '../people/profiles/profile.ts';
import type { Post } from '../posts/post.ts';
import { readPosts } from '../posts/reading/read-posts.ts';
import { putRight } from './did-you-mean.ts';
import { findPages, type FoundPage } from './find-pages.ts';
import { findPeople } from './find-people.ts';
import { findPosts, type PostGroup } from './find-posts.ts';
import { findTags, type FoundTag } from './find-tags.ts';
import { findTerms, type FoundTerm } from './find-terms.ts';
import {
  isEmpty,
  isFiltered,
  parseQuery,
  searchTypes,
  type SearchQuery,
  type SearchType,
} from './parse-query.ts';
import { readBounds, type Bounds } from './read-bounds.ts';
import { toTsquery } from './to-tsquery.ts';

export interface Wanted {
  /** As typed. */
  q: string;
  /** One kind of thing, in full; without it the best few of each. */
  type?: SearchType | undefined;
  /** Counts pages from 0, where there is a type. */
  page?: number | undefined;
  sort?: 'relevance' | 'newest' | undefined;
}

export interface Found {
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
  /** How many were found of each kind, as far as was counted: never more than `countedTo`. */
  counts: Record<SearchType, number>;
  hasMore: boolean;
  /** Nothing has the words as typed: this is for these. */
  correctedTo: string | undefined;
}

export const countedTo = 50;
const onPage = 20;
/** So many are put in order by how well they fit, and can be paged through. */
const maxRanked = 200;
const fewOfEach = 4;
const maxWait = seconds(2);

const groups = { posts: 'post', articles: 'article', threads: 'thread', questions: 'question' } as const;

/** Everything that the viewer may see and that has the words in it. Throws at `q` when that is too much to look through. */
export async function searchAll(app: App, viewer: Viewer | undefined, wanted: Wanted): Promise<Found> {
  const query = parseQuery(wanted.q);
  const asked = { ...wanted, type: wanted.type ?? query.type };
  if (isEmpty(query)) return nothing(query, asked.type);
  return withTimeout(app, async (app) => {
    const found = await search(app, viewer, query, asked);
    const corrected = isFound(found) ? undefined : await putRight(app, viewer, query);
    if (!corrected) return found;
    const instead = await search(app, viewer, corrected, asked);
    return isFound(instead) ? { ...instead, query, correctedTo: corrected.words.join(' ') } : found;
  });
}

/** Hashtags that are only written alike are no reason to leave it at that. */
const isFound = ({ counts }: Found): boolean =>
  searchTypes.some((type) => type !== 'tags' && counts[type] > 0);

async function search(
  app: App,
  viewer: Viewer | undefined,
  query: SearchQuery,
  { type, page = 0, sort = query.sort ?? 'relevance' }: Wanted,
): Promise<Found> {
  const { words, about } = await toTsquery(app, query);
  const bounds = await readBounds(app, query);
  const names = [...query.words, ...query.phrases];
  const found = nothing(query, type);
  const from = type ? page * onPage : 0;
  const until = type ? from + onPage : fewOfEach;
  const take = <T>(kind: SearchType, all: readonly T[]): T[] => {
    found.counts[kind] = Math.min(all.length, countedTo);
    if (type === kind) found.hasMore = all.length > until;
    return type === undefined || type === kind ? all.slice(from, until) : [];
  };
  // With a type the others are counted as well, for the tabs; never further than to what is said there.
  const limit = (kind: SearchType) => (type === kind ? Math.max(maxRanked, until + 1) : countedTo);
  if (bounds && (words !== '' || isFiltered(query)))
    for (const kind of ['posts', 'articles', 'threads', 'questions'] as const) {
      const ids = take(
        kind,
        await findPosts(app, viewer, {
          words,
          about,
          sort,
          limit: Math.min(limit(kind), 4000),
          ...forGroup(groups[kind], bounds),
        }),
      );
      found[kind] = await readPosts(app, viewer, ids);
    }
  if (isFiltered(query)) {
    if (query.tag !== undefined) found.tags = take('tags', await findTags(app, viewer, query.tag, countedTo));
    return found;
  }
  const people = await findPeople(app, viewer, names, limit('people'));
  found.people = await readProfiles(app, viewer, take('people', people));
  found.pages = take('pages', await findPages(app, names, limit('pages')));
  found.terms = take('terms', await findTerms(app, words, names, limit('terms')));
  found.tags = take('tags', await findTags(app, viewer, names.join(''), limit('tags')));
  return found;
}

const forGroup = (group: PostGroup, bounds: Bounds) => ({ group, ...bounds });

const nothing = (query: SearchQuery, type: SearchType | undefined): Found => ({
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

/** A search that takes too long is given up, and said to be too broad. */
async function withTimeout<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  // Inside another's transaction, that one's patience counts.
  if (app.db.isTransaction) return work(app);
  try {
    return await app.db.transaction().execute(async (db) => {
      await sql`set local statement_timeout = ${sql.lit(maxWait)}`.execute(db);
      return work({ ...app, db });
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== '57014') throw error;
    throw invalid('q', t('That search is too broad. Add a word or a filter.'));
  }
}
