import { Type } from 'typebox';
import { type PostKind, postKinds } from '../../../social/posts/post.ts';
import {
  countOffered,
  getOffered,
  listOffered,
  type TopKind,
  topKinds,
} from '../../../social/posts/reading/offered-posts.ts';
import { paidOperation, byItems, fixed } from '../../operation.ts';
import {
  Cursor,
  paidPostExample,
  examplePost,
  Limit,
  listShape,
  OptionalId,
  orNull,
  toList,
  Url,
} from '../records/fields.ts';
import { authorsOf, postFields, PaidPost, toPaidPost, toPostRecords } from '../records/post-record.ts';
import { listToMarkdown, paidPostToMarkdown } from '../to-markdown.ts';

const Hashtag = Type.Optional(
  Type.String({ maxLength: 100, description: 'Only items with this hashtag, without #' }),
);

/** Declares a list of posts, newest first. */
const postList = ({
  path,
  title,
  summary,
  kinds,
}: {
  path: string;
  title: string;
  summary: string;
  kinds: readonly TopKind[];
}) =>
  paidOperation({
    path,
    title,
    summary,
    tag: 'Content',
    price: byItems(),
    input: Type.Object({
      limit: Limit,
      cursor: Cursor,
      hashtag: Hashtag,
      ...(kinds.length > 1 && {
        type: Type.Optional(Type.Enum([...kinds], { description: 'Only items of this type' })),
      }),
    }),
    output: listShape(PaidPost),
    example: { input: { limit: 1 }, output: toList([examplePost], '1024') },
    items: (app, input) => countOffered(app, wantedOf(kinds, input)),
    answer: async (app, input) => {
      const { posts, next } = await listOffered(app, wantedOf(kinds, input));
      return toList(await toPostRecords(app, posts), next);
    },
    authors: ({ items }) => authorsOf(items),
    markdown: (_app, { items }) => listToMarkdown(title, items),
  });

interface Input {
  limit: number;
  cursor?: string | undefined;
  hashtag?: string | undefined;
  type?: unknown;
}

const wantedOf = (kinds: readonly TopKind[], { limit, cursor, hashtag, type }: Input) => ({
  kinds: kinds.filter((kind) => type === undefined || type === kind),
  hashtag,
  before: cursor,
  limit,
});

/** Declares the retrieval of one post of the given kinds, by default the newest. */
const onePost = (
  declared: { path: string; title: string; summary: string; example: PaidPost },
  kinds: readonly PostKind[],
  newest: readonly PostKind[] = kinds,
) =>
  paidOperation({
    path: declared.path,
    title: declared.title,
    summary: declared.summary,
    tag: 'Content',
    price: fixed(),
    input: Type.Object({ id: OptionalId }),
    output: PaidPost,
    example: { input: { id: declared.example.id }, output: declared.example },
    answer: async (app, { id }) =>
      toPaidPost(app, await getOffered(app, id === undefined ? newest : kinds, id)),
    authors: (post) => authorsOf([post]),
    markdown: (_app, post) => paidPostToMarkdown(post),
  });

export const postOperations = [
  postList({
    path: '/api',
    title: 'Everything new',
    summary: 'List the newest public posts, articles, threads and questions',
    kinds: topKinds,
  }),
  postList({ path: '/api/posts', title: 'Posts', summary: 'List the newest public posts', kinds: ['post'] }),
  onePost(
    {
      path: '/api/post',
      title: 'Post',
      summary: 'Retrieve a public post, article, thread, question, reply or answer',
      example: examplePost,
    },
    postKinds,
    ['post'],
  ),
];

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
        ...paidPostExample('article', 'Baking at altitude', 'Water boils sooner up here …'),
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
        ...(await toPaidPost(app, post)),
        category: post.article?.category ?? null,
        tags: [...(post.article?.tags ?? [])],
        cover_url: post.article?.cover?.address ?? null,
        word_count: post.article?.words ?? 0,
        reading_minutes: post.article?.minutes ?? 0,
      };
    },
    authors: (article) => authorsOf([article]),
    markdown: (_app, article) => paidPostToMarkdown(article),
  }),
];
