import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { photosOf } from '../posts/reading/list-photos.ts';
import { pageOf, type PageOfPosts, type Part } from '../posts/reading/page-of-posts.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

const photosOnPage = 30;

/** Returns the posts of a page, newest first. The first part starts with the pinned post. */
export async function listPagePosts(
  app: App,
  viewer: Viewer | undefined,
  pageId: string,
  part: Part = {},
): Promise<PageOfPosts> {
  const said = () =>
    visiblePosts(app.db, viewer).where('post.page_id', '=', pageId).where('post.parent_id', 'is', null);
  const pinned = await said().where('post.pinned_at', 'is not', null).select('post.id').executeTakeFirst();
  const rest = pinned ? said().where('post.id', '<>', pinned.id) : said();
  const page = await pageOf(app, viewer, rest, part);
  const isFirst = part.before === undefined && (part.page ?? 0) === 0;
  if (!pinned || !isFirst) return page;
  return { ...page, items: [...(await getPosts(app, viewer, [pinned.id])), ...page.items] };
}

/** Returns the photos of a page's posts, newest post first. */
export const listPagePhotos = (app: App, viewer: Viewer | undefined, pageId: string, page = 0) =>
  photosOf(
    app,
    visiblePosts(app.db, viewer).where('post.page_id', '=', pageId).where('post.held_at', 'is', null),
    { page, onPage: photosOnPage },
  );
