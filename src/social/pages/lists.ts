import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Lists } from '../lists/list.ts';
import { listOfPosts } from '../posts/records/list-of-posts.ts';
import { listPagePosts } from './list-page-posts.ts';
import { getPage } from './get-page.ts';

export const pageLists: Lists = {
  posts_page: listOfPosts(async (app, viewer, { id, offset }) => {
    if (id === undefined) throw invalid('id', t('id is required'));
    return listPagePosts(app, viewer, (await getPage(app, viewer, { id })).id, { page: offset });
  }),
};
