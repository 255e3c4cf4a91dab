import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { List, Wanted } from '../../lists/list.ts';
import type { PageOfPosts } from '../reading/page-of-posts.ts';
import { PostRecord, toPostRecord } from './post-record.ts';

/** A list of posts, to be asked for by name. */
export const listOfPosts = (
  read: (app: App, viewer: Viewer, wanted: Wanted) => Promise<PageOfPosts>,
): List => ({
  record: PostRecord,
  load: async (app, viewer, wanted) => {
    const page = await read(app, viewer, wanted);
    return { data: page.items.map((post) => toPostRecord(app, post)), has_more: page.next !== undefined };
  },
});
