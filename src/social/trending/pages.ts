import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { showSuggestedPeople } from '../people/components.ts';
import { getTrending } from './get-trending.ts';
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
      const base = app.config.plazaUrl;
      if (!prefersMarkdown(client.accept)) {
        const [trending, people] = await Promise.all([
          getTrending(app, viewer, { ...query, isFilled: true }),
          showSuggestedPeople(app, viewer),
        ]);
        return { ...trendingView(trending, { ...query, viewer, base }), aside: people };
      }
      const body = trendingToMarkdown(
        await getTrending(app, viewer, { ...query, isFilled: true }),
        query.period,
        base,
      );
      return { type: 'text/markdown; charset=utf-8', body };
    },
  }),
];
