import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import type { Config } from '../../platform/config.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { searchTypes } from './parse-query.ts';
import { searchAll } from './search-all.ts';
import { SearchResults, toSearchResults } from './wire.ts';

export const searchRoutes = [
  endpoint({
    method: 'GET',
    path: '/apis/php/search',
    summary: 'Search everything that one may see',
    description:
      'An addition to the documented interface. `q` takes words, "phrases", -without, from:, tag:, in:, is:solved, before: and after:. With a `type` it gives 20 of that; without one the best few of each.',
    tag: 'Search',
    access: 'app',
    limit: {
      by: ['account', 'address'],
      calls: ({ SEARCH_LIMIT }: Config) => SEARCH_LIMIT,
      within: minutes(1),
    },
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 200 }),
      type: Type.Optional(Type.Enum([...searchTypes])),
      sort: Type.Optional(Type.Enum(['relevance', 'newest'])),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Counts pages from 0' })),
    }),
    returns: Envelope(SearchResults),
    handle: async ({ app, viewer, query }) => {
      const { q, type, sort, offset } = query;
      const found = await searchAll(app, viewer, { q, type, sort, page: offset });
      return { data: toSearchResults(app, found), has_more: found.hasMore };
    },
  }),
];
