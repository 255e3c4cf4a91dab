import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { idsNeeded, toPage, type PageOfPosts, type Part } from '../posts/reading/page-of-posts.ts';
import { readPersonCounts } from '../tallies/read-counts.ts';
import { findFeedIds } from './ids/find-ids.ts';
import { mergedIds } from './ids/merged-ids.ts';

export interface Feed extends PageOfPosts {
  /** The viewer follows nobody and nothing yet, so everybody's public posts are among them. */
  isFilled: boolean;
}

/** What the viewer, their friends, the people they follow and the pages they like have posted, newest first. */
export async function readFeed(app: App, viewer: Viewer, part: Part = {}): Promise<Feed> {
  const wanted = { before: part.before, most: idsNeeded(part) };
  const isFilled = await isNewHere(app, viewer);
  const ids = isFilled
    ? await mergedIds(app, viewer.id, { ...wanted, everybody: true })
    : await findFeedIds(app, viewer, wanted);
  return { ...(await toPage(app, viewer, ids, part)), isFilled };
}

/** Whether somebody has no circle yet. */
export async function isNewHere(app: App, viewer: Viewer): Promise<boolean> {
  const { friends, followings } = await readPersonCounts(app, viewer.id);
  if (friends + followings > 0) return false;
  const liked = await app.db
    .selectFrom('social.page_like')
    .where('account_id', '=', viewer.id)
    .select('page_id')
    .limit(1)
    .executeTakeFirst();
  return !liked;
}
