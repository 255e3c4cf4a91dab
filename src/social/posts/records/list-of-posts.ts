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

/** An endless list of posts that can be requested by name, of which later pages continue an earlier one. */
export const endlessListOfPosts = (
  read: (app: App, viewer: Viewer, part: Part) => Promise<PageOfPosts>,
): List => ({
  ...listOfPosts((app, viewer, { offset = 0, before }) =>
    read(app, viewer, before === undefined ? { page: offset } : { before }),
  ),
  isEndless: true,
});
