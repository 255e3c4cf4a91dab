import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Lists } from '../lists/list.ts';
import type { PageOfPeople } from '../people/page-of-people.ts';
import { listOfPeople, ownerOf } from '../people/records/list-of-people.ts';
import { listBlocked, listMuted } from './blocks/list-blocked.ts';
import { listFollowers, listFollowings } from './follows/list-follows.ts';
import { listFriends } from './friends/list-friends.ts';
import { listMutualFriends } from './friends/list-mutual-friends.ts';
import { listRequests, listSentRequests } from './friends/list-requests.ts';

/** A list of any person, for viewers who may know it. */
const theirs = (list: (app: App, viewer: Viewer, ownerId: string, page?: number) => Promise<PageOfPeople>) =>
  listOfPeople(async (app, viewer, wanted) =>
    list(app, viewer, await ownerOf(app, viewer, wanted), wanted.offset),
  );

/** A private list of the viewer. */
const own = (list: (app: App, viewer: Viewer, page?: number) => Promise<PageOfPeople>) =>
  listOfPeople((app, viewer, { offset }) => list(app, viewer, offset));

export const relationshipLists: Lists = {
  friend_requests: own(listRequests),
  friend_requests_sent: own(listSentRequests),
  friends: theirs(listFriends),
  followers: theirs(listFollowers),
  followings: theirs(listFollowings),
  mutual_friends: theirs(listMutualFriends),
  blocked: own(listBlocked),
  muted: own(listMuted),
};
