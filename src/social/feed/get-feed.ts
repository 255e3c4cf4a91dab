import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { idsNeeded, toPage, type PageOfPosts, type Part } from '../posts/reading/lists.ts';
import { findFeed } from './ids/find-ids.ts';
import type { Visit } from './ids/stored-ids.ts';

export interface Feed extends PageOfPosts {
  /** Whether public posts fill the feed, because the viewer follows no one yet. */
  isFilled: boolean;
  visit: Visit | undefined;
}

/** Returns posts by the viewer, their friends, followed people and liked pages, newest first. */
export async function getFeed(app: App, viewer: Viewer, part: Part = {}): Promise<Feed> {
  const wanted = { before: part.before, max: idsNeeded(part) };
  const { ids, isNewHere, visit } = await findFeed(app, viewer, wanted);
  return { ...(await toPage(app, viewer, ids, part)), isFilled: isNewHere, visit };
}
