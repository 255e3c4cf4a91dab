import { type Static, Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { countPublic, listCitedArticles, listCitedQuestions, listCitedTerms } from './reading.ts';

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

const Citations = Type.Union([
  CitationIndex,
  listOf('questions', CitedQuestion),
  listOf('glossary', CitedTerm),
  listOf('blogs', CitedArticle),
]);

const anyone = operations('Citations', 'anyone');

const cacheSeconds = 600;

async function index(app: App) {
  const base = app.config.plazaUrl;
  const at = (query: string) => `${base}/citations?type=${query}`;
  const [{ name, description }, counts] = await Promise.all([getSiteSettings(app), countPublic(app)]);
  return {
    name,
    description,
    url: base,
    counts: {
      questions: counts.questions,
      solved_questions: counts.solved,
      glossary: counts.glossary,
      blogs: counts.blogs,
    },
    endpoints: {
      questions: at('questions'),
      solved_questions: at('questions&solved=1'),
      glossary: at('glossary'),
      blogs: at('blogs'),
    },
    sitemaps: [`${base}/sitemap.xml`],
    feeds: [`${base}/feeds/questions/json`, `${base}/feeds/articles/json`],
    robots: `${base}/robots.txt`,
    llms: `${base}/llms.txt`,
    cache_seconds: cacheSeconds,
  };
}

async function list(app: App, type: 'questions' | 'glossary' | 'blogs', solved: boolean) {
  const url = `${app.config.plazaUrl}/citations?type=${type}${solved ? '&solved=1' : ''}`;
  if (type === 'questions') {
    const items = await listCitedQuestions(app, solved);
    return { type, url, count: items.length, items } as const;
  }
  if (type === 'glossary') {
    const items = await listCitedTerms(app);
    return { type, url, count: items.length, items } as const;
  }
  const items = await listCitedArticles(app);
  return { type, url, count: items.length, items } as const;
}

/** Citable content with its source, for language models and other clients. Public. */
export const citationRoutes = [
  anyone.get({
    path: '/citations',
    summary: 'List citable content',
    description:
      'Without `type`, returns an index with counts, URLs and sitemaps. `questions`: the latest 50, or only solved ones with `solved=1`; `glossary`: all terms; `blogs`: the latest 50 articles. Available to every origin, cacheable for 10 minutes, and supports `If-None-Match`.',
    query: Type.Object({
      type: Type.Optional(Type.Enum(['questions', 'glossary', 'blogs'])),
      solved: Type.Optional(Type.Enum(['0', '1'], { description: '1: only solved questions' })),
    }),
    returns: Citations,
    handle: ({ app, client, query: { type, solved } }) => {
      client.setHeader('cache-control', `public, max-age=${cacheSeconds}`);
      return type === undefined ? index(app) : list(app, type, type === 'questions' && solved === '1');
    },
  }),
];
