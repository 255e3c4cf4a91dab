import { invalid, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { List, ListRequest, Lists } from '../../lists/list.ts';
import { ownerOf } from '../../people/records.ts';
import { listPhotos, type PageOfPosts, type PostListPart } from '../reading/lists.ts';
import { listShares } from '../sharing.ts';
import { PhotoInList } from './post-parts.ts';
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
  read: (app: App, viewer: Viewer, part: PostListPart) => Promise<PageOfPosts>,
): List => ({
  ...listOfPosts((app, viewer, { offset = 0, before }) =>
    read(app, viewer, before === undefined ? { page: offset } : { before }),
  ),
  isEndless: true,
});

export const postLists: Lists = {
  photos: {
    record: PhotoInList,
    load: async (app, viewer, wanted) => {
      const page = await listPhotos(app, viewer, await ownerOf(app, viewer, wanted), wanted.offset);
      return { data: page.items, has_more: page.hasMore };
    },
  },
  shares: listOfPosts(async (app, viewer, { id, offset }) => {
    if (id === undefined) throw invalid('id', msg('id is required'));
    return listShares(app, viewer, id, { page: offset });
  }),
};
