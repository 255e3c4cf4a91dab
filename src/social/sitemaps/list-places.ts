import { sql } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { cachedFor } from '../../platform/cached-for.ts';
import { pathOfForum } from '../forums/structure/path-of-forum.ts';
import { isOpenPage } from '../access/is-open-page.ts';
import { pathOf } from '../posts/sharing/path-of.ts';
import type { PostKind } from '../posts/post.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import type { Place } from './xml.ts';

/** Ids in one list. A list is a range of ids, so that what is published later changes only the last one. */
export const idsInList = 10_000;

/** A range of ids in which there is something, and when that last changed. */
interface Slice {
  number: number;
  at: Date;
}

const publicPosts = (app: App) =>
  visiblePosts(app.db, undefined).where('post.parent_id', 'is', null).where('post.privacy', '=', 'public');

const changedAt = sql<Date>`greatest(post.created_at, post.edited_at)`;

/** Which lists of posts there are. It looks at all posts, so it is kept for a while. */
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

/** Public posts of every kind in one range of ids. */
export async function listPosts(app: App, slice: number): Promise<Place[]> {
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

/** The highest id of an account, to know how many lists there are. */
export async function lastPerson({ db }: App): Promise<number> {
  const row = await db
    .selectFrom('identity.account')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Members whom search engines may show, in one range of ids. */
export async function listPeople({ db }: App, slice: number): Promise<Place[]> {
  const rows = await db
    .selectFrom('identity.account as account')
    .where('id', '>=', String(slice * idsInList))
    .where('id', '<', String((slice + 1) * idsInList))
    .where(isLive('account'))
    .where(sql<boolean>`coalesce(privacy ->> 'listed', 'true') <> 'false'`)
    .orderBy('id')
    .select('username')
    .execute();
  return rows.map(({ username }) => ({ path: `/@${username}` }));
}

/** The terms of the glossary. */
export async function listTerms({ db }: App): Promise<Place[]> {
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

/** The forums, by their lists of threads. */
export async function listForums({ db }: App): Promise<Place[]> {
  const forums = await db.selectFrom('social.forum').orderBy('id').select(['id', 'title']).execute();
  return forums.map((forum) => ({ path: pathOfForum(forum) }));
}

/** Pages of businesses, causes and bands. */
export async function listPages({ db }: App): Promise<Place[]> {
  const rows = await db
    .selectFrom('social.page as page')
    .where(isOpenPage('page'))
    .orderBy('id', 'desc')
    .limit(50_000)
    .select('username')
    .execute();
  return rows.map(({ username }) => ({ path: `/pages/${username}` }));
}
