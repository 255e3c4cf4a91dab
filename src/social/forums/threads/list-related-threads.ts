import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/queries.ts';
import { mutedBy } from '../../people/between.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';

export interface RelatedThread {
  id: string;
  title: string;
  lastAt: Date;
}

const most = 6;

/** Returns recently active threads of the same forum. */
export const listRelatedThreads = (
  app: App,
  viewer: Viewer | undefined,
  { id, forumId }: { id: string; forumId: string },
): Promise<RelatedThread[]> =>
  visiblePosts(app.db, viewer)
    .innerJoin('social.thread as thread', 'thread.post_id', 'post.id')
    .where('thread.forum_id', '=', forumId)
    .where('thread.post_id', '<>', id)
    .where('post.held_at', 'is', null)
    .$call(
      whenGiven(viewer, (query, viewer) => query.where((eb) => eb.not(mutedBy('post.author_id', viewer.id)))),
    )
    .orderBy('thread.last_at', 'desc')
    .orderBy('thread.post_id', 'desc')
    .limit(most)
    .select(['post.id', 'post.title', 'thread.last_at as lastAt'])
    .execute();
