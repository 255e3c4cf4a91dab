import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { isInPaidCalls } from '../../../identity/account/privacy.ts';
import { livePeople } from '../../../identity/account/people.ts';
import type { App } from '../../../platform/app.ts';
import { searchTypes } from '../../../social/search/parse-query.ts';
import { searchAll, type ResultsByType } from '../../../social/search/search-all.ts';
import { paidOperation, byItems } from '../../operation.ts';
import { onlyOffered, listOffered } from '../../../social/posts/reading/offered-posts.ts';
import { examplePost, Limit, Url } from '../records/fields.ts';
import { authorsOf, PaidPost, toPostRecords } from '../records/post-record.ts';
import { PaidPage, ProfileRecord, toPaidPage, toProfileRecord } from '../records/profile-record.ts';
import { linksToMarkdown } from '../to-markdown.ts';
import { getOfferedPages } from './pages.ts';

const Term = Type.Object({
  type: Type.Literal('term'),
  name: Type.String(),
  definition: Type.String(),
  url: Url,
});
const Hashtag = Type.Object({
  type: Type.Literal('hashtag'),
  name: Type.String(),
  posts: Type.Integer(),
  url: Url,
});

const Item = Type.Union([PaidPost, ProfileRecord, PaidPage, Term, Hashtag], {
  description: 'The kind of item is in `type`',
});

const Results = Type.Object({
  query: Type.String(),
  corrected_to: Type.String({
    description: 'The corrected query of these results, if the original query matched nothing',
  }),
  items: Type.Array(Item),
  count: Type.Integer({ description: 'Number of items in this response' }),
  has_more: Type.Boolean({ description: 'With `type`: whether there is another `page`' }),
});

interface Input {
  q: string;
  type?: (typeof searchTypes)[number] | undefined;
  page: number;
  sort: 'relevance' | 'newest';
  limit: number;
}

/**
 * Searches everything except content of members who have opted out. Without a query, returns the newest
 * content.
 */
async function search(app: App, { q, type, page, sort, limit }: Input): Promise<Static<typeof Results>> {
  if (q.trim() === '') {
    const { posts, next } = await listOffered(app, { limit });
    const items = await toPostRecords(app, posts);
    return { query: '', corrected_to: '', items, count: items.length, has_more: next !== null };
  }
  const found = await searchAll(app, undefined, { q, type, page: page - 1, sort });
  const items = (await toItems(app, found)).slice(0, limit);
  return {
    query: q,
    corrected_to: found.correctedTo ?? '',
    items,
    count: items.length,
    has_more: found.hasMore,
  };
}

async function toItems(app: App, found: ResultsByType): Promise<Static<typeof Item>[]> {
  const { plazaUrl } = app.config;
  const [people, pages, posts] = await Promise.all([
    onlyOfferedPeople(app, found),
    getOfferedPages(
      app,
      found.pages.map(({ id }) => id),
    ),
    onlyOffered(app, [...found.posts, ...found.articles, ...found.threads, ...found.questions]),
  ]);
  return [
    ...people.map((person) => toProfileRecord(app, person)),
    ...pages.map((page) => toPaidPage(app, page)),
    ...(await toPostRecords(app, posts)),
    ...found.terms.map(({ slug, name, definition }) => ({
      type: 'term' as const,
      name,
      definition,
      url: `${plazaUrl}/glossary/${encodeURIComponent(slug)}`,
    })),
    ...found.tags.map(({ tag, posts }) => ({
      type: 'hashtag' as const,
      name: tag,
      posts,
      url: `${plazaUrl}/hashtag/${encodeURIComponent(tag)}`,
    })),
  ];
}

async function onlyOfferedPeople(app: App, { people }: ResultsByType): Promise<ResultsByType['people']> {
  if (people.length === 0) return [];
  const rows = await app.db
    .selectFrom(livePeople('person'))
    .where('person.id', '=', sql<string>`any(${people.map(({ id }) => id)}::bigint[])`)
    .where(isInPaidCalls('person.id'))
    .select('person.id')
    .execute();
  const offered = new Set(rows.map(({ id }) => id));
  return people.filter(({ id }) => offered.has(id));
}

export const searchOperations = [
  paidOperation({
    path: '/api/search',
    title: 'Search',
    summary:
      'Search people, pages, posts, articles, threads, questions, glossary terms and hashtags in one call',
    tag: 'Content',
    price: byItems(),
    input: Type.Object({
      q: Type.String({
        maxLength: 300,
        default: '',
        description: 'Words, “phrases” and filters such as `from:ada`, `#baking`, `after:2026-01-01`',
      }),
      type: Type.Optional(Type.Enum([...searchTypes], { description: 'Only this kind, in pages of 20' })),
      page: Type.Integer({ minimum: 1, maximum: 50, default: 1, description: 'Page number, with `type`' }),
      sort: Type.Enum(['relevance', 'newest'], { default: 'relevance' }),
      limit: Limit,
    }),
    output: Results,
    example: {
      input: { q: 'sourdough' },
      output: { query: 'sourdough', corrected_to: '', items: [examplePost], count: 1, has_more: false },
    },
    items: async (app, input) => (await search(app, input)).count,
    answer: search,
    authors: ({ items }) =>
      items.flatMap((item) =>
        item.type === 'person' ? [item.username] : 'author' in item ? authorsOf([item]) : [],
      ),
    markdown: (_app, { query, items }) =>
      linksToMarkdown(
        query === '' ? 'Newest' : `Search: ${query}`,
        items.map((item) => ({
          url: item.url,
          name: 'title' in item && item.title !== '' ? item.title : 'name' in item ? item.name : item.type,
          about: 'text' in item ? item.text.slice(0, 200) : '',
        })),
      ),
  }),
];
