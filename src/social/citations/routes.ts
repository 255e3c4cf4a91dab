import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { countPublic } from './count-public.ts';
import { listCitedArticles, listCitedQuestions, listCitedTerms } from './list-cited.ts';
import { Citations } from './wire.ts';

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
