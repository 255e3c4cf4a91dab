import { isListed } from '../../identity/account/privacy.ts';
import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { cachedFor } from '../../platform/cached-for.ts';
import { pathOfForum } from '../forums/forum.ts';
import { isOpenPage } from '../access/page.ts';
import { pathOf } from '../posts/paths.ts';
import type { PostKind } from '../posts/post.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import type { SitemapEntry } from './xml.ts';

/** IDs per sitemap. Each covers a range of ids, so new posts change only the last one. */
export const idsInList = 10_000;

/** A non-empty range of ids with the time of its last change. */
interface Slice {
  number: number;
  at: Date;
}

const publicPosts = (app: App) =>
  visiblePosts(app.db, undefined).where('post.parent_id', 'is', null).where('post.privacy', '=', 'public');

const changedAt = sql<Date>`greatest(post.created_at, post.edited_at)`;

/** Returns the ranges of post sitemaps. Cached, because it scans all posts. */
export const listPostSlices = cachedFor(minutes(10), (app): Promise<Slice[]> =>
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
export async function listPosts(app: App, slice: number): Promise<SitemapEntry[]> {
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
export async function lastPerson({ db }: App): Promise<number> {
  const row = await db
    .selectFrom('identity.account')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Returns members who allow indexing, in a range of ids. */
export async function listPeople({ db }: App, slice: number): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('identity.account as account')
    .where('id', '>=', String(slice * idsInList))
    .where('id', '<', String((slice + 1) * idsInList))
    .where(isLive('account'))
    .where(isListed('account.id'))
    .orderBy('id')
    .select('username')
    .execute();
  return rows.map(({ username }) => ({ path: `/@${username}` }));
}

/** Returns the glossary terms. */
export async function listTerms({ db }: App): Promise<SitemapEntry[]> {
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
export async function listForums({ db }: App): Promise<SitemapEntry[]> {
  const forums = await db.selectFrom('social.forum').orderBy('id').select(['id', 'title']).execute();
  return forums.map((forum) => ({ path: pathOfForum(forum) }));
}

/** Returns the pages of businesses, causes and bands. */
export async function listPages({ db }: App): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('social.page as page')
    .where(isOpenPage('page'))
    .orderBy('id', 'desc')
    .limit(50_000)
    .select('username')
    .execute();
  return rows.map(({ username }) => ({ path: `/pages/${username}` }));
}
