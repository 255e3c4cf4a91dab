import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { searchTypes } from './parse-query.ts';
import { searchAll } from './search-all.ts';
import { suggest } from './suggest.ts';
import { searchView } from './views/search-view.ts';
import { suggestionList } from './views/suggestions.ts';

const anyone = pagesFor('anyone');
const Words = Type.Optional(Type.String({ maxLength: 200 }));
/** Suggestions are requested while typing. */
const suggestionsInSearch = 5;

export const searchPages = [
  anyone.get({
    path: '/search',
    limit: {
      by: ['account', 'address'],
      calls: ({ SEARCH_LIMIT }: Config) => SEARCH_LIMIT,
      within: minutes(1),
    },
    query: Type.Object({
      q: Words,
      type: Type.Optional(Type.Enum([...searchTypes])),
      sort: Type.Enum(['relevance', 'newest'], { default: 'relevance' }),
      page: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
    }),
    handle: async ({ app, viewer, client, query }) => {
      const { q = '', type, sort, page } = query;
      const context = { viewer, base: app.config.plazaUrl };
      // Search results should not be indexed by search engines.
      client.setHeader('x-robots-tag', 'noindex');
      if (q.trim() === '') return searchView({ q: '', found: undefined, page: 0, sort }, context);
      try {
        const asked = { q, type, page, ...(sort === 'newest' && { sort }) };
        const found = await searchAll(app, viewer, asked);
        return searchView({ q, found, page, sort: found.query.sort ?? sort }, context);
      } catch (error) {
        if (!(error instanceof Problem && error.field === 'q')) throw error;
        return {
          ...searchView({ q, found: undefined, problem: error.message, page, sort }, context),
          status: 400,
        };
      }
    },
  }),
  anyone.get({
    path: '/search/suggest',
    limit: {
      by: ['account', 'address'],
      calls: ({ SEARCH_LIMIT }: Config) => SEARCH_LIMIT * suggestionsInSearch,
      within: minutes(1),
    },
    query: Type.Object({ q: Words }),
    handle: async ({ app, viewer, query }) => suggestionList(await suggest(app, viewer, query.q ?? '')),
  }),
];
