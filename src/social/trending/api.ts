import { type Static, Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { getTrending } from './get-trending.ts';
import { type Trending, type TrendPeriod, trendPeriods } from './trend.ts';

export const TrendingQuery = Type.Object({
  period: Type.Unsafe<TrendPeriod>({ type: 'string', enum: [...trendPeriods], default: '24h' }),
  topic: Type.Optional(Type.String({ maxLength: 100, description: 'A hashtag or search terms' })),
});

const TrendingRecord = Type.Object(
  {
    period: Type.Enum([...trendPeriods]),
    topic: Type.String({ description: 'Empty for all topics' }),
    posts: Type.Array(PostRecord),
    hashtags: Type.Array(
      Type.Object({
        hashtag: Type.String({ description: 'Without #' }),
        people: Type.Integer({ description: 'Number of people who used it' }),
        url: Type.String(),
      }),
    ),
    articles: Type.Array(PostRecord),
    threads: Type.Array(PostRecord),
    questions: Type.Array(PostRecord),
  },
  { title: 'Trending' },
);

const toTrendingRecord = (
  app: App,
  { period, topic = '' }: Static<typeof TrendingQuery>,
  trending: Trending,
): Static<typeof TrendingRecord> => ({
  period,
  topic,
  posts: trending.posts.map((post) => toPostRecord(app, post)),
  hashtags: trending.hashtags.map(({ tag, people }) => ({
    hashtag: tag,
    people,
    url: `${app.config.plazaUrl}/hashtag/${encodeURIComponent(tag)}`,
  })),
  articles: trending.articles.map((post) => toPostRecord(app, post)),
  threads: trending.threads.map((post) => toPostRecord(app, post)),
  questions: trending.questions.map((post) => toPostRecord(app, post)),
});

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
