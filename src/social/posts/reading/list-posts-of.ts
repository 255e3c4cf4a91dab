import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { getRelation, type Relation } from '../../people/relation.ts';
import { pageOf, type PageOfPosts, type Part } from './page-of-posts.ts';
import { visiblePosts } from './visible.ts';

/**
 * Returns a person's posts visible to the viewer, newest first. `known`: the viewer's relationship to them,
 * if loaded.
 */
export async function listPostsOf(
  app: App,
  viewer: Viewer | undefined,
  authorId: string,
  part: Part = {},
  known?: Relation,
): Promise<PageOfPosts> {
  const { isMe, friendship } = known ?? (await getRelation(app, viewer, authorId));
  const theirs = visiblePosts(app.db, viewer)
    .where('post.author_id', '=', authorId)
    .where('post.parent_id', 'is', null)
    .where('post.page_id', 'is', null);
  if (isMe || friendship === 'friends') return pageOf(app, viewer, theirs, part);
  // Repeats conditions for a partial index, so that a query for visitors does not scan posts for friends.
  const open = theirs.where('post.privacy', '=', 'public').where('post.held_at', 'is', null);
  return pageOf(app, viewer, open, part);
}
