import { Type } from 'typebox';
import { paidOperation } from '../../operation.ts';
import { fixed } from '../../price.ts';
import { getOffered } from '../../../social/posts/reading/offered-posts.ts';
import { exampleOf } from '../records/examples.ts';
import { authorsOf, postFields, toPostRecord } from '../records/post-record.ts';
import { OptionalId, orNull, Url } from '../records/fields.ts';
import { postToMarkdown } from '../to-markdown.ts';

const ArticleRecord = Type.Object({
  ...postFields,
  category: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  cover_url: orNull(Url),
  word_count: Type.Integer(),
  reading_minutes: Type.Integer(),
});

export const articleOperations = [
  paidOperation({
    path: '/api/article',
    title: 'Article',
    summary: 'Retrieve an article in full, as Markdown, with its tags and counts',
    tag: 'Content',
    price: fixed(),
    input: Type.Object({ id: OptionalId }),
    output: ArticleRecord,
    example: {
      input: { id: '1024' },
      output: {
        ...exampleOf('article', 'Baking at altitude', 'Water boils sooner up here …'),
        category: 'Food',
        tags: ['baking', 'altitude'],
        cover_url: null,
        word_count: 1200,
        reading_minutes: 6,
      },
    },
    answer: async (app, { id }) => {
      const post = await getOffered(app, ['article'], id);
      return {
        ...(await toPostRecord(app, post)),
        category: post.article?.category ?? null,
        tags: [...(post.article?.tags ?? [])],
        cover_url: post.article?.cover?.address ?? null,
        word_count: post.article?.words ?? 0,
        reading_minutes: post.article?.minutes ?? 0,
      };
    },
    authors: (article) => authorsOf([article]),
    markdown: (_app, article) => postToMarkdown(article),
  }),
];
