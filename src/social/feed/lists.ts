import type { Lists } from '../lists/list.ts';
import { listOfPosts } from '../posts/records/list-of-posts.ts';
import { readDiscover } from './read-discover.ts';
import { readFeed } from './read-feed.ts';

export const feedLists: Lists = {
  newsfeed: listOfPosts((app, viewer, { offset, before }) =>
    readFeed(app, viewer, before === undefined ? { page: offset } : { before }),
  ),
  discover: listOfPosts((app, viewer, { offset }) => readDiscover(app, viewer, { page: offset })),
};
