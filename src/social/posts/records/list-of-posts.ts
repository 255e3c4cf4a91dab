import { LRUCache } from 'lru-cache';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { List, ListRequest } from '../../lists/list.ts';
import type { PageOfPosts, Part } from '../reading/page-of-posts.ts';
import { PostRecord, toPostRecord } from './post-record.ts';

/** A list of posts that can be requested by name. */
export const listOfPosts = (
  read: (app: App, viewer: Viewer, wanted: ListRequest) => Promise<PageOfPosts>,
): List => ({
  record: PostRecord,
  load: async (app, viewer, wanted) => {
    const page = await read(app, viewer, wanted);
    return { data: page.items.map((post) => toPostRecord(app, post)), has_more: page.next !== undefined };
  },
});

/**
 * An endless list of posts that can be requested by name. The end of each numbered page is cached briefly,
 * and the next page continues there. Earlier pages are not read again, and new posts do not shift pages.
 */
export function endlessListOfPosts(
  read: (app: App, viewer: Viewer, part: Part) => Promise<PageOfPosts>,
): List {
  const ends = new LRUCache<string, string>({ max: 10_000, ttl: minutes(2) });
  return listOfPosts(async (app, viewer, { offset = 0, before }) => {
    const keyOf = (page: number) => `${viewer.id} ${page}`;
    const end = before ?? ends.get(keyOf(offset));
    const page = await read(app, viewer, end === undefined ? { page: offset } : { before: end });
    if (before === undefined && page.next !== undefined) ends.set(keyOf(offset + 1), page.next);
    return page;
  });
}
