import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { pageOf, type PageOfPosts, type Part } from '../reading/page-of-posts.ts';
import { getPostHeader } from '../reading/get-post-header.ts';
import { visiblePosts } from '../reading/visible.ts';

/** Returns the shares of a post visible to the viewer, newest first. */
export async function listShares(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  part: Part = {},
): Promise<PageOfPosts> {
  await getPostHeader(app, viewer, id);
  const theirs = visiblePosts(app.db, viewer)
    .where('post.quote_id', '=', id)
    .where('post.parent_id', 'is', null);
  return pageOf(app, viewer, theirs, part);
}
