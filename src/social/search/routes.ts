import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { After, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import { searchTypes } from './parse-query.ts';
import { searchAll } from './search-all.ts';
import { SearchResults, toSearchResults } from './wire.ts';

const app = operations('Search', 'app');

export const searchRoutes = [
  app.get({
    path: '/apis/php/search',
    summary: 'Search all content visible to you',
    description:
      'Extension. `q` accepts words, "phrases", -excluded words, from:, tag:, in:, is:solved, before: and after:. With a `type`, returns 20 results of that type; otherwise the best few of each.',
    limit: {
      by: ['account', 'address'],
      calls: ({ SEARCH_LIMIT }: Config) => SEARCH_LIMIT,
      within: minutes(1),
    },
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
      const found = await searchAll(app, viewer, { q, type, sort, page });
      return { data: toSearchResults(app, found), ...nextPage(page, found.hasMore) };
    },
  }),
];
