import { sql } from 'kysely';
import { Type } from 'typebox';
import { isLive } from '../identity/account/people.ts';
import { isRowListed } from '../identity/account/privacy.ts';
import { missing, msg } from '../kernel/problem.ts';
import { toXmlText } from '../kernel/text.ts';
import { minutes } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import { cachedFor } from '../platform/cached-for.ts';
import { type Download, pagesFor } from '../platform/http/endpoint.ts';
import { html, type Html, trusted } from '../web/html.ts';
import { isOpenPage } from './access/page.ts';
import { pathOfForum } from './forums/forum.ts';
import { pathOf } from './posts/paths.ts';
import type { PostKind } from './posts/post.ts';
import { visiblePosts } from './posts/reading/visible.ts';

/** An entry of a sitemap. */
interface SitemapEntry {
  /** Path from the site root. */
  path: string;
  /** Last change, if known. */
  at?: Date | undefined;
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const declaration = trusted('<?xml version="1.0" encoding="UTF-8"?>');

/** A list of pages in the format of sitemaps.org. */
const urlSet = (base: string, places: readonly SitemapEntry[]): Download =>
  toXml(
    html`${declaration}
      <urlset xmlns="${namespace}">
        ${places.map(({ path, at }) => html`<url><loc>${absolute(base, path)}</loc>${modified(at)}</url>`)}
      </urlset>`,
  );

/** A sitemap index. */
const sitemapIndex = (base: string, places: readonly SitemapEntry[]): Download =>
  toXml(
    html`${declaration}
      <sitemapindex xmlns="${namespace}">
        ${places.map(({ path, at }) => html`<sitemap><loc>${absolute(base, path)}</loc>${modified(at)}</sitemap>`)}
      </sitemapindex>`,
  );

const absolute = (base: string, path: string) => new URL(path, base).href;

const modified = (at: Date | undefined): Html | undefined =>
  at && html`<lastmod>${at.toISOString()}</lastmod>`;

const toXml = ({ text }: Html): Download => ({
  type: 'application/xml; charset=utf-8',
  body: toXmlText(text),
  headers: { 'cache-control': 'public, max-age=600' },
});

/** IDs per sitemap. Each covers a range of ids, so new posts change only the last one. */
const idsInList = 10_000;

/** A non-empty range of ids with the time of its last change. */
interface Slice {
  number: number;
  at: Date;
}

const publicPosts = (app: App) =>
  visiblePosts(app.db, undefined).where('post.parent_id', 'is', null).where('post.privacy', '=', 'public');

const changedAt = sql<Date>`greatest(post.created_at, post.edited_at)`;

/** Returns the ranges of post sitemaps. Cached, because it scans all posts. */
const listPostSlices = cachedFor(minutes(10), (app): Promise<Slice[]> =>
  publicPosts(app)
    .select([
      sql<number>`(post.id / ${sql.lit(idsInList)})::integer`.as('number'),
      sql<Date>`max(${changedAt})`.as('at'),
    ])
    .groupBy('number')
    .orderBy('number')
    .execute(),
);

/** Returns public posts of every kind in a range of ids. */
async function listPosts(app: App, slice: number): Promise<SitemapEntry[]> {
  const rows = await publicPosts(app)
    .where('post.id', '>=', String(slice * idsInList))
    .where('post.id', '<', String((slice + 1) * idsInList))
    .orderBy('post.id')
    .select(['post.id', 'post.kind', 'post.title', changedAt.as('at')])
    .execute();
  return rows.map(({ id, kind, title, at }) => ({
    path: pathOf({ id, kind: kind as PostKind, title, parentId: null }),
    at,
  }));
}

/** Returns the highest account ID, which determines the number of sitemaps. */
async function lastPerson({ db }: App): Promise<number> {
  const row = await db
    .selectFrom('identity.account')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Returns members who allow indexing, in a range of ids. */
async function listPeople({ db }: App, slice: number): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('identity.account as account')
    .where('id', '>=', String(slice * idsInList))
    .where('id', '<', String((slice + 1) * idsInList))
    .where(isLive('account'))
    .where(isRowListed('account'))
    .orderBy('id')
    .select('username')
    .execute();
  return rows.map(({ username }) => ({ path: `/@${username}` }));
}

/** Returns the glossary terms. */
async function listTerms({ db }: App): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('social.term')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(50_000)
    .select(['slug', 'updated_at'])
    .execute();
  return rows.map(({ slug, updated_at }) => ({
    path: `/glossary/${encodeURIComponent(slug)}`,
    at: updated_at,
  }));
}

/** Returns the forums with the URLs of their thread lists. */
async function listForums({ db }: App): Promise<SitemapEntry[]> {
  const forums = await db.selectFrom('social.forum').orderBy('id').select(['id', 'title']).execute();
  return forums.map((forum) => ({ path: pathOfForum(forum) }));
}

/** Returns the pages of businesses, causes and bands. */
async function listPages({ db }: App): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('social.page as page')
    .where(isOpenPage('page'))
    .orderBy('id', 'desc')
    .limit(50_000)
    .select('username')
    .execute();
  return rows.map(({ username }) => ({ path: `/pages/${username}` }));
}

/** Returns public events that are not over. */
async function listEvents(app: App): Promise<SitemapEntry[]> {
  const rows = await publicPosts(app)
    .innerJoin('social.event as event', 'event.id', 'post.id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('social.event_date as date')
          .whereRef('date.event_id', '=', 'event.id')
          .where('date.ends_at', '>', app.clock.now())
          .select('date.id'),
      ),
    )
    .orderBy('event.id', 'desc')
    .limit(50_000)
    .select(['event.id', 'event.updated_at as at'])
    .execute();
  return rows.map(({ id, at }) => ({ path: `/events/${id}`, at }));
}

const anyone = pagesFor('anyone');

/** Built-in pages. */
const site = [
  '/',
  '/discover',
  '/articles',
  '/questions',
  '/forums',
  '/pages',
  '/events',
  '/glossary',
  '/trending',
];

const SliceParams = Type.Object({ list: Type.String({ pattern: '^(posts|people)-[0-9]{1,9}\\.xml$' }) });

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
        { path: '/sitemaps/events.xml' },
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
    path: '/sitemaps/events.xml',
    cached: true,
    handle: async ({ app }) => urlSet(app.config.plazaUrl, await listEvents(app)),
  }),
  anyone.get({
    path: '/sitemaps/glossary.xml',
    cached: true,
    handle: async ({ app }) => urlSet(app.config.plazaUrl, await listTerms(app)),
  }),
  anyone.get({
    path: '/sitemaps/:list',
    cached: true,
    params: SliceParams,
    handle: async ({ app, params }) => {
      const [kind, number] = params.list.replace('.xml', '').split('-');
      const places = await (kind === 'posts' ? listPosts : listPeople)(app, Number(number));
      if (places.length === 0 && Number(number) > 0) throw missing(msg('List'));
      return urlSet(app.config.plazaUrl, places);
    },
  }),
];
