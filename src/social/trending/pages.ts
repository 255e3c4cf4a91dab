import { page } from '../../platform/http/endpoint.ts';
import { readTrending } from './read-trending.ts';
import { TrendingQuery } from './wire.ts';
import { trendingView } from './views/trending-view.ts';

export const trendingPages = [
  page({
    method: 'GET',
    path: '/trending',
    access: 'anyone',
    cached: true,
    query: TrendingQuery,
    handle: async ({ app, viewer, query }) =>
      trendingView(await readTrending(app, viewer, query), { ...query, viewer, base: app.config.plazaUrl }),
  }),
];
