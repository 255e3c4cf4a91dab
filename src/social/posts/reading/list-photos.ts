import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { PhotoInList } from '../records/photo-in-list.ts';
import { visiblePosts } from './visible.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';

/** Returns the photos of a person's posts visible to the viewer, newest post first. */
export const listPhotos = (app: App, viewer: Viewer | undefined, authorId: string, page = 0) =>
  photosOf(
    app,
    visiblePosts(app.db, viewer)
      .where('post.author_id', '=', authorId)
      .where('post.parent_id', 'is', null)
      .where('post.page_id', 'is', null),
    { page, onPage: 20 },
  );

/** Returns the photos of posts. Pages count from 0. */
export async function photosOf(
  app: App,
  posts: ReturnType<typeof visiblePosts>,
  { page, onPage }: { page: number; onPage: number },
): Promise<NumberedPage<PhotoInList>> {
  const rows = await posts
    .innerJoin('social.photo as photo', 'photo.post_id', 'post.id')
    .orderBy('post.id', 'desc')
    .orderBy('photo.position')
    .offset(page * onPage)
    .limit(onPage + 1)
    .select(['photo.id', 'photo.post_id', 'photo.path', 'photo.small_path'])
    .select(['photo.width', 'photo.height', 'photo.alt'])
    .execute();
  return {
    items: rows.slice(0, onPage).map(({ id, post_id, path, small_path, ...photo }) => ({
      id,
      photo_id: id,
      post_id,
      source: app.files.address(path),
      thumbnail: app.files.address(small_path),
      ...photo,
      url: `${app.config.plazaUrl}/posts/${post_id}`,
    })),
    hasMore: rows.length > onPage,
  };
}
