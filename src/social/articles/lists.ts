import type { Lists } from '../lists/list.ts';
import { ownerOf } from '../people/records.ts';
import { listOfPosts } from '../posts/records/lists.ts';
import { listArticles } from './list-articles.ts';

/** Articles of everyone or of one person. */
const articles = listOfPosts(async (app, viewer, wanted) => {
  const isAll = wanted.id === undefined && wanted.username === undefined;
  const authorId = isAll ? undefined : await ownerOf(app, viewer, wanted);
  const page = await listArticles(app, viewer, { authorId, page: wanted.offset });
  return { items: page.items, next: page.next };
});

export const articleLists: Lists = {
  articles,
  /** Alias used by clients. */
  blogs: articles,
};
