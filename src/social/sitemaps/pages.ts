import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { page } from '../../platform/http/endpoint.ts';
import {
  idsInList,
  lastPerson,
  listForums,
  listPages,
  listPeople,
  listPosts,
  listPostSlices,
  listTerms,
} from './list-places.ts';
import { sitemapIndex, urlSet } from './xml.ts';

/** What is there without anybody having written it. */
const site = ['/', '/discover', '/articles', '/questions', '/forums', '/pages', '/glossary', '/trending'];

const Slice = Type.Object({ list: Type.String({ pattern: '^(posts|people)-[0-9]{1,9}\\.xml$' }) });

/** For search engines: an index, and lists that change only where something changed. */
export const sitemapPages = [
  page({
    method: 'GET',
    path: '/sitemap.xml',
    access: 'anyone',
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
  page({
    method: 'GET',
    path: '/sitemaps/site.xml',
    access: 'anyone',
    cached: true,
    handle: async ({ app }) =>
      urlSet(app.config.plazaUrl, [...site.map((path) => ({ path })), ...(await listForums(app))]),
  }),
  page({
    method: 'GET',
    path: '/sitemaps/pages.xml',
    access: 'anyone',
    cached: true,
    handle: async ({ app }) => urlSet(app.config.plazaUrl, await listPages(app)),
  }),
  page({
    method: 'GET',
    path: '/sitemaps/glossary.xml',
    access: 'anyone',
    cached: true,
    handle: async ({ app }) => urlSet(app.config.plazaUrl, await listTerms(app)),
  }),
  page({
    method: 'GET',
    path: '/sitemaps/:list',
    access: 'anyone',
    cached: true,
    params: Slice,
    handle: async ({ app, params }) => {
      const [kind, number] = params.list.replace('.xml', '').split('-');
      const places = await (kind === 'posts' ? listPosts : listPeople)(app, Number(number));
      if (places.length === 0 && Number(number) > 0) throw missing('List');
      return urlSet(app.config.plazaUrl, places);
    },
  }),
];
