import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { readTrending } from './read-trending.ts';
import { trendingToMarkdown } from './to-markdown.ts';
import { TrendingQuery } from './wire.ts';
import { trendingView } from './views/trending-view.ts';

const anyone = pagesFor('anyone');

export const trendingPages = [
  anyone.get({
    path: '/trending',
    cached: true,
    query: TrendingQuery,
    handle: async ({ app, viewer, client, query }) => {
      client.setHeader('vary', 'Accept');
      const trending = await readTrending(app, viewer, query);
      const base = app.config.plazaUrl;
      if (!prefersMarkdown(client.accept)) return trendingView(trending, { ...query, viewer, base });
      const body = trendingToMarkdown(trending, query.period, base);
      return { type: 'text/markdown; charset=utf-8', body };
    },
  }),
];
