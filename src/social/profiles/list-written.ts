import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Relation } from '../people/relation.ts';
import { listPostsOf } from '../posts/reading/list-posts-of.ts';
import { pageOf, type PageOfPosts, type Part } from '../posts/reading/page-of-posts.ts';
import type { PostKind } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

/** Returns a person's own posts of one kind that are visible to the viewer, newest first. */
export const listPostsByKind = (
  app: App,
  viewer: Viewer | undefined,
  authorId: string,
  kind: PostKind,
  part: Part = {},
): Promise<PageOfPosts> =>
  pageOf(
    app,
    viewer,
    visiblePosts(app.db, viewer)
      .where('post.author_id', '=', authorId)
      .where('post.kind', '=', kind)
      .where('post.page_id', 'is', null),
    part,
  );

/** Returns all posts of a profile: the pinned post, then the others, newest first. */
export async function listOnProfile(
  app: App,
  viewer: Viewer | undefined,
  authorId: string,
  part: Part = {},
  known?: Relation,
): Promise<PageOfPosts> {
  const page = await listPostsOf(app, viewer, authorId, part, known);
  const pinned = await visiblePosts(app.db, viewer)
    .where('post.author_id', '=', authorId)
    .where('post.pinned_at', 'is not', null)
    .where('post.page_id', 'is', null)
    .where('post.kind', 'in', ['post', 'article', 'question'])
    .select('post.id')
    .executeTakeFirst();
  if (!pinned) return page;
  const rest = page.items.filter(({ id }) => id !== pinned.id);
  const isFirst = part.before === undefined && (part.page ?? 0) === 0;
  return { ...page, items: isFirst ? [...(await getPosts(app, viewer, [pinned.id])), ...rest] : rest };
}
