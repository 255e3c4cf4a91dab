import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import {
  idsInList,
  lastPerson,
  listForums,
  listPages,
  listPeople,
  listPosts,
  listPostSlices,
  listTerms,
} from './list-entries.ts';
import { sitemapIndex, urlSet } from './xml.ts';

const anyone = pagesFor('anyone');

/** Built-in pages. */
const site = ['/', '/discover', '/articles', '/questions', '/forums', '/pages', '/glossary', '/trending'];

const Slice = Type.Object({ list: Type.String({ pattern: '^(posts|people)-[0-9]{1,9}\\.xml$' }) });

/** Sitemaps: an index, and lists that change only when their content does. */
export const sitemapPages = [
  anyone.get({
    path: '/sitemap.xml',
    cached: true,
    handle: async ({ app }) => {
      const [posts, last] = await Promise.all([listPostSlices(app), lastPerson(app)]);
      const people = Array.from({ length: Math.floor(last / idsInList) + 1 }, (_, number) => number);
      return sitemapIndex(app.config.plazaUrl, [
        { path: '/sitemaps/site.xml' },
        { path: '/sitemaps/pages.xml' },
        { path: '/sitemaps/glossary.xml' },
        ...people.map((number) => ({ path: `/sitemaps/people-${number}.xml` })),
        ...posts.map(({ number, at }) => ({ path: `/sitemaps/posts-${number}.xml`, at })),
      ]);
    },
  }),
  anyone.get({
    path: '/sitemaps/site.xml',
    cached: true,
    handle: async ({ app }) =>
      urlSet(app.config.plazaUrl, [...site.map((path) => ({ path })), ...(await listForums(app))]),
  }),
  anyone.get({
    path: '/sitemaps/pages.xml',
    cached: true,
    handle: async ({ app }) => urlSet(app.config.plazaUrl, await listPages(app)),
  }),
  anyone.get({
    path: '/sitemaps/glossary.xml',
    cached: true,
    handle: async ({ app }) => urlSet(app.config.plazaUrl, await listTerms(app)),
  }),
  anyone.get({
    path: '/sitemaps/:list',
    cached: true,
    params: Slice,
    handle: async ({ app, params }) => {
      const [kind, number] = params.list.replace('.xml', '').split('-');
      const places = await (kind === 'posts' ? listPosts : listPeople)(app, Number(number));
      if (places.length === 0 && Number(number) > 0) throw missing(t('List'));
      return urlSet(app.config.plazaUrl, places);
    },
  }),
];
