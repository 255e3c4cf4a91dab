import { Type } from 'typebox';
import type { App, Viewer } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { After, Envelope, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import type { Lists } from '../lists/list.ts';
import type { PageOfPeople } from '../people/lists.ts';
import { listOfPeople, ownerOf, toUserRecord, UserRecord } from '../people/records.ts';
import { answerAllFollowRequests, changePrivate, listFollowRequests } from './follow-requests.ts';
import {
  listBlocked,
  listFollowers,
  listFollowings,
  listFriends,
  listMuted,
  listMutualFriends,
  listFriendRequests,
  listSentRequests,
} from './lists.ts';

const member = operations('User and data', 'member');

const requestsPath = '/apis/php/user/follow_requests';

export const relationshipRoutes = [
  member.get({
    path: requestsPath,
    summary: 'List requests to follow you',
    description: 'Extension. Newest first, 20 per page. Answer one with `user/connect`.',
    query: Type.Object(After),
    returns: PageEnvelope(Type.Array(UserRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items: people, hasMore } = await listFollowRequests(app, viewer, page);
      return { data: people.map((person) => toUserRecord(app, person)), ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: requestsPath,
    verb: answerAllFollowRequests,
    summary: 'Accept or decline all requests to follow you',
    description: 'Extension. At most 1,000 at once, the oldest first.',
    body: Type.Object({ do: Type.Enum(['accept', 'decline']) }),
    returns: Envelope(Type.Object({ answered: Type.Integer() })),
    example: { do: 'accept' },
    handle: async ({ app, viewer, body }) => ({
      data: { answered: await answerAllFollowRequests(app, viewer, body.do) },
    }),
  }),
  member.post({
    path: '/apis/php/user/private',
    verb: changePrivate,
    summary: 'Make your account private or public',
    description:
      'Extension. Posts and articles of a private account, also former ones, are visible to approved followers and friends only. When it becomes public, pending requests are accepted.',
    body: Type.Object({ private: Type.Boolean() }),
    returns: Envelope(Type.Object({ private: Type.Boolean() })),
    example: { private: true },
    handle: async ({ app, viewer, body }) => {
      await changePrivate(app, viewer, body.private);
      return { data: { private: body.private } };
    },
  }),
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
  friend_requests: own(listFriendRequests),
  friend_requests_sent: own(listSentRequests),
  friends: theirs(listFriends),
  followers: theirs(listFollowers),
  followings: theirs(listFollowings),
  mutual_friends: theirs(listMutualFriends),
  blocked: own(listBlocked),
  muted: own(listMuted),
};
