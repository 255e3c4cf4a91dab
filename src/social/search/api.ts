import { type Static, Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { After, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import { toUserRecord, UserRecord } from '../people/records.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { searchTypes } from './parse-query.ts';
import { countedTo, type ResultsByType, searchFor } from './search-all.ts';

const PageFound = Type.Object({
  page_id: Type.String(),
  page_name: Type.String(),
  page_title: Type.String(),
  page_description: Type.String(),
  page_picture: Type.String({ description: 'Absolute URL; empty if there is none' }),
  page_verified: Type.Boolean(),
  url: Type.String(),
});

const TermFound = Type.Object({
  name: Type.String(),
  definition: Type.String({ description: 'Markdown' }),
  url: Type.String(),
});

const TagFound = Type.Object({ tag: Type.String(), posts: Type.Integer(), url: Type.String() });

/** Results by type. */
const SearchResults = Type.Object(
  {
    people: Type.Array(UserRecord),
    posts: Type.Array(PostRecord),
    articles: Type.Array(PostRecord),
    threads: Type.Array(PostRecord, { description: 'Threads and replies' }),
    questions: Type.Array(PostRecord, { description: 'Questions and answers' }),
    pages: Type.Array(PageFound),
    terms: Type.Array(TermFound),
    tags: Type.Array(TagFound),
    counts: Type.Object(Object.fromEntries(searchTypes.map((type) => [type, Type.Integer()])), {
      description: `Number of results; ${countedTo} means that many or more`,
    }),
    corrected_to: Type.String({
      description: 'The corrected query that the results are for, if nothing matched yours',
    }),
  },
  { title: 'SearchResults' },
);

function toSearchResults(app: App, found: ResultsByType): Static<typeof SearchResults> {
  const { plazaUrl } = app.config;
  const posts = (list: ResultsByType['posts']) => list.map((post) => toPostRecord(app, post));
  return {
    people: found.people.map((person) => toUserRecord(app, person)),
    posts: posts(found.posts),
    articles: posts(found.articles),
    threads: posts(found.threads),
    questions: posts(found.questions),
    pages: found.pages.map((page) => ({
      page_id: page.id,
      page_name: page.username,
      page_title: page.title,
      page_description: page.about,
      page_picture: page.picture ?? '',
      page_verified: page.isVerified,
      url: `${plazaUrl}/pages/${page.username}`,
    })),
    terms: found.terms.map(({ slug, name, definition }) => ({
      name,
      definition,
      url: `${plazaUrl}/glossary/${encodeURIComponent(slug)}`,
    })),
    tags: found.tags.map(({ tag, posts }) => ({
      tag,
      posts,
      url: `${plazaUrl}/hashtag/${encodeURIComponent(tag)}`,
    })),
    counts: found.counts,
    corrected_to: found.correctedTo ?? '',
  };
}

const app = operations('Search', 'app');

export const searchRoutes = [
  app.get({
    path: '/apis/php/search',
    verb: searchFor,
    summary: 'Search all content visible to you',
    description:
      'Extension. `q` accepts words, "phrases", -excluded words, from:, tag:, in:, is:solved, before: and after:. With a `type`, returns 20 results of that type; otherwise the best few of each.',
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 200 }),
      type: Type.Optional(Type.Enum([...searchTypes])),
      sort: Type.Optional(Type.Enum(['relevance', 'newest'])),
      ...After,
    }),
    returns: PageEnvelope(SearchResults),
    handle: async ({ app, viewer, query }) => {
      const { q, type, sort, after } = query;
      const page = pageAfter(after, 100);
      const found = await searchFor(app, viewer, { q, type, sort, page });
      return { data: toSearchResults(app, found), ...nextPage(page, found.hasMore) };
    },
  }),
];
