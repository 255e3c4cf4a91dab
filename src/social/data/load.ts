import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readDiscover } from '../feed/read-discover.ts';
import { readFeed } from '../feed/read-feed.ts';
import { listBlocked } from '../people/list-blocked.ts';
import { listFollowers, listFollowings } from '../people/list-follows.ts';
import { listFriends } from '../people/list-friends.ts';
import { listNewPeople } from '../people/list-new-people.ts';
import { listRequests, listSentRequests } from '../people/list-requests.ts';
import type { PageOfPeople } from '../people/page-of-people.ts';
import { readProfile } from '../people/read-profile.ts';
import { toUserRecord, type UserRecord } from '../people/user-record.ts';
import { listPostsOf } from '../posts/list-posts-of.ts';
import { toPostRecord, type PostRecord } from '../posts/post-record.ts';
import type { PageOfPosts } from '../posts/page-of-posts.ts';

/** Which part of which list. */
export interface Wanted {
  get: string;
  /** Counts pages from 0. */
  offset?: number;
  /** Whose list, where that can be asked; the viewer's own unless told. */
  id?: string;
  username?: string;
}

export interface Loaded {
  data: (PostRecord | UserRecord)[];
  has_more: boolean;
}

type List = (app: App, viewer: Viewer, wanted: Wanted) => Promise<PageOfPosts | PageOfPeople>;

/** Every list that can be asked for by name. */
const lists: Readonly<Record<string, List>> = {
  newsfeed: (app, viewer, { offset }) => readFeed(app, viewer, { page: offset }),
  discover: (app, viewer, { offset }) => readDiscover(app, viewer, { page: offset }),
  posts_profile: async (app, viewer, wanted) =>
    listPostsOf(app, viewer, await whose(app, viewer, wanted), { page: wanted.offset }),
  new_people: (app, viewer, { offset }) => listNewPeople(app, viewer, offset),
  friend_requests: (app, viewer, { offset }) => listRequests(app, viewer, offset),
  friend_requests_sent: (app, viewer, { offset }) => listSentRequests(app, viewer, offset),
  friends: async (app, viewer, wanted) =>
    listFriends(app, viewer, await whose(app, viewer, wanted), wanted.offset),
  followers: async (app, viewer, wanted) =>
    listFollowers(app, viewer, await whose(app, viewer, wanted), wanted.offset),
  followings: async (app, viewer, wanted) =>
    listFollowings(app, viewer, await whose(app, viewer, wanted), wanted.offset),
  blocked: (app, viewer, { offset }) => listBlocked(app, viewer, offset),
};

export const listNames = Object.keys(lists);

export async function load(app: App, viewer: Viewer, wanted: Wanted): Promise<Loaded> {
  const list = Object.hasOwn(lists, wanted.get) ? lists[wanted.get] : undefined;
  if (!list) throw invalid('get', `get must be one of ${listNames.join(', ')}`);
  const page = await list(app, viewer, wanted);
  return 'posts' in page
    ? { data: page.posts.map((post) => toPostRecord(app, post)), has_more: page.older !== undefined }
    : { data: page.people.map((person) => toUserRecord(app, person)), has_more: page.hasMore };
}

async function whose(app: App, viewer: Viewer, { id, username }: Wanted): Promise<string> {
  if (id === undefined && username === undefined) return viewer.id;
  const profile = await readProfile(app, viewer, username === undefined ? { id: id ?? '' } : { username });
  return profile.id;
}
