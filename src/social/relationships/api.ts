import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { After, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import type { Lists } from '../lists/list.ts';
import type { PageOfPeople } from '../people/lists.ts';
import { listOfPeople, ownerOf, toUserRecord, UserRecord } from '../people/records.ts';
import {
  listBlocked,
  listFollowers,
  listFollowings,
  listFriends,
  listMuted,
  listMutualFriends,
  listRequests,
  listSentRequests,
} from './lists.ts';

const member = operations('User and data', 'member');

export const relationshipRoutes = [
  member.get({
    path: '/apis/php/user/blocked',
    summary: 'List people you blocked',
    description: 'Extension. Newest first, 20 per page.',
    query: Type.Object(After),
    returns: PageEnvelope(Type.Array(UserRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items: people, hasMore } = await listBlocked(app, viewer, page);
      return { data: people.map((person) => toUserRecord(app, person)), ...nextPage(page, hasMore) };
    },
  }),
];

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
