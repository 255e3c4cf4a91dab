import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { Post } from '../post.ts';
import { getPosts } from './get-posts.ts';
import type { visiblePosts } from './visible.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';

export const postsOnPage = 20;

/**
 * A page of a list of posts: those older than a cursor, or a page number from 0 for clients that use numbers.
 */
export interface Part {
  before?: string | undefined;
  page?: number | undefined;
}

/** A page of a list of posts, newest first. */
export type PageOfPosts = CursorPage<Post>;

/** Number of ids to find for a page. One extra id detects older posts. */
export const idsNeeded = ({ page = 0 }: Part) => (page + 1) * postsOnPage + 1;

/** Returns the page of a list from its newest ids. */
export async function toPage(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
  { page = 0 }: Part,
): Promise<PageOfPosts> {
  const shown = ids.slice(page * postsOnPage, (page + 1) * postsOnPage);
  return {
    items: await getPosts(app, viewer, shown),
    next: ids.length > (page + 1) * postsOnPage ? shown.at(-1) : undefined,
  };
}

/** Returns a page of a query over visible posts, newest first. */
export async function pageOf(
  app: App,
  viewer: Viewer | undefined,
  query: ReturnType<typeof visiblePosts>,
  part: Part,
): Promise<PageOfPosts> {
  const rows = await query
    .$call(whenGiven(part.before, (query, before) => query.where('post.id', '<', before)))
    .orderBy('post.id', 'desc')
    .limit(idsNeeded(part))
    .select('post.id')
    .execute();
  return pageOfRows(app, viewer, rows, part);
}

/** Returns the page of a list from rows limited to `idsNeeded`. */
export const pageOfRows = (
  app: App,
  viewer: Viewer | undefined,
  rows: readonly { id: string }[],
  part: Part,
): Promise<PageOfPosts> =>
  toPage(
    app,
    viewer,
    rows.map(({ id }) => id),
    part,
  );
