import type { Lists } from '../lists/list.ts';
import { listOfPosts } from '../posts/records/list-of-posts.ts';
import { listSaved } from './list-saved.ts';

export const savedLists: Lists = {
  saved: listOfPosts((app, viewer, { offset }) => listSaved(app, viewer, { page: offset })),
};
