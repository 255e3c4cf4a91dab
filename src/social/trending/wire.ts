import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { trendPeriods, type Trending, type TrendPeriod } from './trend.ts';

export const TrendingQuery = Type.Object({
  period: Type.Unsafe<TrendPeriod>({ type: 'string', enum: [...trendPeriods], default: '24h' }),
  topic: Type.Optional(Type.String({ maxLength: 100, description: 'A hashtag or search terms' })),
});

export const TrendingRecord = Type.Object(
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

export const toTrendingRecord = (
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
