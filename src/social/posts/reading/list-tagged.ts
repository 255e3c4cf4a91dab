import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { mutedBy } from '../../people/between.ts';
import { idsNeeded, pageOfRows, type PageOfPosts, type Part } from './page-of-posts.ts';
import { toTag } from '../../../kernel/typed-text/tokens.ts';
import { visiblePosts } from './visible.ts';

/**
 * Returns the posts with a hashtag visible to the viewer, newest first. Excludes muted people, except for
 * posts of pages.
 */
export async function listTagged(
  app: App,
  viewer: Viewer | undefined,
  word: string,
  part: Part = {},
): Promise<PageOfPosts> {
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.hashtag as hashtag', 'hashtag.post_id', 'post.id')
    .where('hashtag.tag', '=', toTag(word))
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) =>
          eb.or([eb('post.page_id', 'is not', null), eb.not(mutedBy('post.author_id', viewer.id))]),
        ),
      ),
    )
    .$call(whenGiven(part.before, (query, before) => query.where('hashtag.post_id', '<', before)))
    .orderBy('hashtag.post_id', 'desc')
    .limit(idsNeeded(part))
    .select('post.id')
    .execute();
  return pageOfRows(app, viewer, rows, part);
}
