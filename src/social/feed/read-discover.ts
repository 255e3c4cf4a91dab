import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { pageOf, type PageOfPosts, type Part } from '../posts/page-of-posts.ts';
import { visiblePosts } from '../posts/visible.ts';

/** Everybody's public posts, newest first. */
export function readDiscover(app: App, viewer: Viewer | undefined, part: Part = {}): Promise<PageOfPosts> {
  const everybodys = visiblePosts(app.db, viewer)
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null);
  return pageOf(app, viewer, everybodys, part);
}
