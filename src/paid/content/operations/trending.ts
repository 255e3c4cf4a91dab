import { Type } from 'typebox';
import { getTrending } from '../../../social/trending/get-trending.ts';
import { trendPeriods } from '../../../social/trending/trend.ts';
import { paidOperation, fixed } from '../../operation.ts';
import { onlyOffered } from '../../../social/posts/reading/offered-posts.ts';
import { paidPostExample, examplePost, Url } from '../records/fields.ts';
import { authorsOf, PaidPost, toPostRecords } from '../records/post-record.ts';
import { listToMarkdown } from '../to-markdown.ts';

const Trending = Type.Object({
  period: Type.Enum([...trendPeriods]),
  topic: Type.String({ description: 'Topic. Defaults to everything' }),
  posts: Type.Array(PaidPost),
  hashtags: Type.Array(
    Type.Object({
      hashtag: Type.String({ description: 'Without #' }),
      people: Type.Integer({ description: 'Number of people who used it' }),
      url: Url,
    }),
  ),
  articles: Type.Array(PaidPost),
  threads: Type.Array(PaidPost),
  questions: Type.Array(PaidPost),
});

export const trendingOperations = [
  paidOperation({
    path: '/api/trending',
    title: 'Trending',
    summary: 'List trending content: the top posts, hashtags, articles, threads and questions',
    tag: 'Content',
    price: fixed('X402_PRICE_TRENDING'),
    input: Type.Object({
      period: Type.Enum([...trendPeriods], { default: '24h' }),
      topic: Type.Optional(Type.String({ maxLength: 100, description: 'A hashtag or words' })),
    }),
    output: Trending,
    example: {
      input: { period: '24h' },
      output: {
        period: '24h',
        topic: '',
        posts: [examplePost],
        hashtags: [{ hashtag: 'baking', people: 41, url: 'https://plaza.example/hashtag/baking' }],
        articles: [paidPostExample('article', 'Baking at altitude', 'Water boils sooner up here …')],
        threads: [],
        questions: [],
      },
    },
    answer: async (app, { period, topic = '' }) => {
      const trending = await getTrending(app, undefined, { period, topic, isFilled: true });
      const { posts, articles, threads, questions } = trending;
      const offered = await toPostRecords(
        app,
        await onlyOffered(app, [...posts, ...articles, ...threads, ...questions]),
      );
      const of = (type: PaidPost['type']) => offered.filter((each) => each.type === type);
      return {
        period,
        topic,
        posts: of('post'),
        hashtags: trending.hashtags.map(({ tag, people }) => ({
          hashtag: tag,
          people,
          url: `${app.config.plazaUrl}/hashtag/${encodeURIComponent(tag)}`,
        })),
        articles: of('article'),
        threads: of('thread'),
        questions: of('question'),
      };
    },
    authors: ({ posts, articles, threads, questions }) =>
      authorsOf([...posts, ...articles, ...threads, ...questions]),
    markdown: (_app, { period, posts, articles, threads, questions }) =>
      listToMarkdown(`Trending, ${period}`, [...posts, ...articles, ...threads, ...questions]),
  }),
];
