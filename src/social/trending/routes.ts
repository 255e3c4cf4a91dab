import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { getTrending } from './get-trending.ts';
import { toTrendingRecord, TrendingQuery, TrendingRecord } from './wire.ts';

const anyone = operations('Trending', 'anyone');

export const trendingRoutes = [
  anyone.get({
    path: '/apis/php/trending',
    summary: 'List trending content',
    description: 'Extension. Contains only public content and is updated every few minutes.',
    query: TrendingQuery,
    returns: Envelope(TrendingRecord),
    handle: async ({ app, viewer, query }) => ({
      data: toTrendingRecord(app, query, await getTrending(app, viewer, { ...query, isFilled: true })),
    }),
  }),
];
