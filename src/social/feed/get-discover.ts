import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { mutedBy } from '../people/between.ts';
import { pageOf, type PageOfPosts, type Part } from '../posts/reading/lists.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

/** Returns all public posts, newest first, except by people the viewer has muted or blocked. */
export function getDiscover(app: App, viewer: Viewer | undefined, part: Part = {}): Promise<PageOfPosts> {
  const everybodys = visiblePosts(app.db, viewer)
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) =>
          eb.or([eb('post.page_id', 'is not', null), eb.not(mutedBy('post.author_id', viewer.id))]),
        ),
      ),
    );
  return pageOf(app, viewer, everybodys, part);
}
