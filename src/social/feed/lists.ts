import type { Lists } from '../lists/list.ts';
import { endlessListOfPosts } from '../posts/records/lists.ts';
import { getDiscover } from './get-discover.ts';
import { getFeed } from './get-feed.ts';

export const feedLists: Lists = {
  newsfeed: endlessListOfPosts(getFeed),
  discover: endlessListOfPosts(getDiscover),
};
