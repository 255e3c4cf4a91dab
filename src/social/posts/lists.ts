import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Lists } from '../lists/list.ts';
import { ownerOf } from '../people/records.ts';
import { listPhotos } from './reading/list-photos.ts';
import { PhotoInList } from './records/photo-in-list.ts';
import { listOfPosts } from './records/list-of-posts.ts';
import { listShares } from './sharing/list-shares.ts';

export const postLists: Lists = {
  photos: {
    record: PhotoInList,
    load: async (app, viewer, wanted) => {
      const page = await listPhotos(app, viewer, await ownerOf(app, viewer, wanted), wanted.offset);
      return { data: page.items, has_more: page.hasMore };
    },
  },
  shares: listOfPosts(async (app, viewer, { id, offset }) => {
    if (id === undefined) throw invalid('id', t('id is required'));
    return listShares(app, viewer, id, { page: offset });
  }),
};
