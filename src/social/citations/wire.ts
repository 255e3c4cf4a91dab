import { Type } from 'typebox';
import type { Static } from 'typebox';

const Address = Type.String({ description: 'Absolute URL' });
const Time = Type.String({ description: 'ISO 8601' });
const Author = Type.Object({ name: Type.String(), url: Address });

/** Fields of every item. */
const cited = {
  id: Type.String(),
  name: Type.String(),
  url: Address,
  markdown_url: Type.String({ description: 'The same URL; request it with Accept: text/markdown' }),
  date_modified: Time,
};

const CitedAnswer = Type.Object({
  url: Address,
  text: Type.String({ description: 'Markdown' }),
  author: Author,
  upvote_count: Type.Integer(),
  accepted: Type.Boolean(),
});

export const CitedQuestion = Type.Object(
  {
    ...cited,
    page_type: Type.Literal('QAPage'),
    text: Type.String({ description: 'Excerpt from the beginning, without markup' }),
    author: Author,
    date_published: Time,
    tags: Type.Array(Type.String()),
    solved: Type.Boolean(),
    answer_count: Type.Integer(),
    upvote_count: Type.Integer(),
    answer: Type.Union([CitedAnswer, Type.Null()], {
      description: 'The accepted answer, or else the one with the most votes',
    }),
  },
  { title: 'CitedQuestion' },
);
export type CitedQuestion = Static<typeof CitedQuestion>;

export const CitedTerm = Type.Object(
  {
    ...cited,
    page_type: Type.Literal('DefinedTerm'),
    aliases: Type.Array(Type.String()),
    definition: Type.String({ description: 'Markdown' }),
  },
  { title: 'CitedTerm' },
);
export type CitedTerm = Static<typeof CitedTerm>;

export const CitedArticle = Type.Object(
  {
    ...cited,
    page_type: Type.Literal('Article'),
    description: Type.String(),
    author: Author,
    date_published: Time,
    tags: Type.Array(Type.String()),
    image: Type.String({ description: 'Absolute URL; may be empty' }),
    word_count: Type.Integer(),
  },
  { title: 'CitedArticle' },
);
export type CitedArticle = Static<typeof CitedArticle>;

const listOf = <Name extends string, Item extends ReturnType<typeof Type.Object>>(type: Name, item: Item) =>
  Type.Object({ type: Type.Literal(type), url: Address, count: Type.Integer(), items: Type.Array(item) });

const CitationIndex = Type.Object({
  name: Type.String(),
  description: Type.String(),
  url: Address,
  counts: Type.Object({
    questions: Type.Integer(),
    solved_questions: Type.Integer(),
    glossary: Type.Integer(),
    blogs: Type.Integer(),
  }),
  endpoints: Type.Object({
    questions: Address,
    solved_questions: Address,
    glossary: Address,
    blogs: Address,
  }),
  sitemaps: Type.Array(Address),
  feeds: Type.Array(Address),
  robots: Address,
  llms: Address,
  cache_seconds: Type.Integer(),
});

export const Citations = Type.Union([
  CitationIndex,
  listOf('questions', CitedQuestion),
  listOf('glossary', CitedTerm),
  listOf('blogs', CitedArticle),
]);
