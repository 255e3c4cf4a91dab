import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { listArticles } from '../articles/list-articles.ts';
import { readDiscover } from '../feed/read-discover.ts';
import { readFeed } from '../feed/read-feed.ts';
import { listNotifications } from '../notifications/list-notifications.ts';
import { NotificationRecord, toNotificationRecord } from '../notifications/record.ts';
import { listBlocked, listMuted } from '../relationships/blocks/list-blocked.ts';
import { listFollowers, listFollowings } from '../relationships/follows/list-follows.ts';
import { listFriends } from '../relationships/friends/list-friends.ts';
import { listMutualFriends } from '../relationships/friends/list-mutual-friends.ts';
import { listNewPeople } from '../people/list-new-people.ts';
import { listRequests, listSentRequests } from '../relationships/friends/list-requests.ts';
import { listPagePosts } from '../pages/list-page-posts.ts';
import { readPage } from '../pages/read-page.ts';
import type { PageOfPeople } from '../people/page-of-people.ts';
import { readProfile } from '../people/profiles/read-profile.ts';
import { toUserRecord, UserRecord } from '../people/profiles/user-record.ts';
import { listOnProfile, listWritten } from '../profiles/list-written.ts';
import { listShares } from '../posts/sharing/list-shares.ts';
import { PostRecord, toPostRecord } from '../posts/post-record.ts';
import type { PageOfPosts } from '../posts/reading/page-of-posts.ts';
import { listSaved } from '../saved/list-saved.ts';
import { listQuestions } from '../questions/list-questions.ts';
import { listPhotos, PhotoInList } from '../posts/reading/list-photos.ts';

/** Which part of which list. */
interface Wanted {
  get: string;
  /** Counts pages from 0. */
  offset?: number;
  /** Of the news feed: what is older than this post, instead of a page by number. */
  before?: string;
  /** Whose list, where that can be asked; the viewer's own unless told. */
  id?: string;
  username?: string;
}

/** What the lists hold. */
export const LoadedRecord = Type.Union([PostRecord, UserRecord, NotificationRecord, PhotoInList]);

interface Loaded {
  data: Static<typeof LoadedRecord>[];
  has_more: boolean;
}

type List = (app: App, viewer: Viewer, wanted: Wanted) => Promise<Loaded>;

const posts =
  (list: (app: App, viewer: Viewer, wanted: Wanted) => Promise<PageOfPosts>): List =>
  async (app, viewer, wanted) => {
    const page = await list(app, viewer, wanted);
    return { data: page.posts.map((post) => toPostRecord(app, post)), has_more: page.older !== undefined };
  };

const people =
  (list: (app: App, viewer: Viewer, wanted: Wanted) => Promise<PageOfPeople>): List =>
  async (app, viewer, wanted) => {
    const page = await list(app, viewer, wanted);
    return { data: page.people.map((person) => toUserRecord(app, person)), has_more: page.hasMore };
  };

const notifications: List = async (app, viewer, { offset }) => {
  const page = await listNotifications(app, viewer, offset);
  return {
    data: page.notifications.map((each) => toNotificationRecord(app, viewer, each)),
    has_more: page.hasMore,
  };
};

const photos: List = async (app, viewer, wanted) => {
  const page = await listPhotos(app, viewer, await whose(app, viewer, wanted), wanted.offset);
  return { data: page.photos, has_more: page.hasMore };
};

const shares: List = posts(async (app, viewer, { id, offset }) => {
  if (id === undefined) throw invalid('id', 'Name the post whose shares you want');
  return listShares(app, viewer, id, { page: offset });
});

const articles: List = posts(async (app, viewer, { id, username, offset }) => {
  const isAll = id === undefined && username === undefined;
  const authorId = isAll
    ? undefined
    : await whose(app, viewer, {
        get: 'articles',
        ...(id !== undefined && { id }),
        ...(username !== undefined && { username }),
      });
  const page = await listArticles(app, viewer, { authorId, page: offset });
  return { posts: page.articles, older: page.older };
});

/** Every list that can be asked for by name. */
const lists: Readonly<Record<string, List>> = {
  newsfeed: posts((app, viewer, { offset, before }) =>
    readFeed(app, viewer, before === undefined ? { page: offset } : { before }),
  ),
  discover: posts((app, viewer, { offset }) => readDiscover(app, viewer, { page: offset })),
  posts_profile: posts(async (app, viewer, wanted) =>
    listOnProfile(app, viewer, await whose(app, viewer, wanted), { page: wanted.offset }),
  ),
  articles_profile: posts(async (app, viewer, wanted) =>
    listWritten(app, viewer, await whose(app, viewer, wanted), 'article', { page: wanted.offset }),
  ),
  questions_profile: posts(async (app, viewer, wanted) =>
    listWritten(app, viewer, await whose(app, viewer, wanted), 'question', { page: wanted.offset }),
  ),
  answers_profile: posts(async (app, viewer, wanted) =>
    listWritten(app, viewer, await whose(app, viewer, wanted), 'answer', { page: wanted.offset }),
  ),
  articles,
  /** As clients call them too. */
  blogs: articles,
  posts_page: posts(async (app, viewer, { id, offset }) => {
    if (id === undefined) throw invalid('id', 'Name the page whose posts you want');
    return listPagePosts(app, viewer, (await readPage(app, viewer, { id })).id, { page: offset });
  }),
  photos,
  saved: posts((app, viewer, { offset }) => listSaved(app, viewer, { page: offset })),
  shares,
  new_people: people((app, viewer, { offset }) => listNewPeople(app, viewer, offset)),
  friend_requests: people((app, viewer, { offset }) => listRequests(app, viewer, offset)),
  friend_requests_sent: people((app, viewer, { offset }) => listSentRequests(app, viewer, offset)),
  friends: people(async (app, viewer, wanted) =>
    listFriends(app, viewer, await whose(app, viewer, wanted), wanted.offset),
  ),
  followers: people(async (app, viewer, wanted) =>
    listFollowers(app, viewer, await whose(app, viewer, wanted), wanted.offset),
  ),
  followings: people(async (app, viewer, wanted) =>
    listFollowings(app, viewer, await whose(app, viewer, wanted), wanted.offset),
  ),
  mutual_friends: people(async (app, viewer, wanted) =>
    listMutualFriends(app, viewer, await whose(app, viewer, wanted), wanted.offset),
  ),
  blocked: people((app, viewer, { offset }) => listBlocked(app, viewer, offset)),
  muted: people((app, viewer, { offset }) => listMuted(app, viewer, offset)),
  questions: posts(async (app, viewer, { offset }) => {
    const page = await listQuestions(app, viewer, { page: offset });
    return { posts: page.questions.map(({ post }) => post), older: page.hasMore ? '' : undefined };
  }),
  notifications,
};

export const listNames = Object.keys(lists);

export async function load(app: App, viewer: Viewer, wanted: Wanted): Promise<Loaded> {
  const list = Object.hasOwn(lists, wanted.get) ? lists[wanted.get] : undefined;
  if (!list) throw invalid('get', `get must be one of ${listNames.join(', ')}`);
  return list(app, viewer, wanted);
}

async function whose(app: App, viewer: Viewer, { id, username }: Wanted): Promise<string> {
  if (id === undefined && username === undefined) return viewer.id;
  const profile = await readProfile(app, viewer, username === undefined ? { id: id ?? '' } : { username });
  return profile.id;
}
