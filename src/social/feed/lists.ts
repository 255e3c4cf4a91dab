import type { Lists } from '../lists/list.ts';
import { endlessListOfPosts } from '../posts/records/list-of-posts.ts';
import { readDiscover } from './read-discover.ts';
import { readFeed } from './read-feed.ts';

export const feedLists: Lists = {
  newsfeed: endlessListOfPosts(readFeed),
  discover: endlessListOfPosts(readDiscover),
};
