import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { connect } from '../relationships/connect.ts';
import { listBlocked, listMuted } from '../relationships/blocks/list-blocked.ts';
import { listNewPeople } from '../people/list-new-people.ts';
import { countRequests, listRequests, listSentRequests } from '../relationships/friends/list-requests.ts';
import { profilePages } from './profile-pages.ts';
import { getProfile } from '../people/profiles/get-profile.ts';
import { searchPeople } from '../people/search-people.ts';
import { blockedOrMutedView, meetView, requestsView } from './views/people-view.ts';

const member = pagesFor('member');
const Paged = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) });
const Found = Type.Object({ ...Paged.properties, q: Type.Optional(Type.String({ maxLength: 100 })) });

/** Lists people the viewer has blocked or muted, with a button to undo it. */
const blockedOrMuted = (kind: 'blocked' | 'muted', list: typeof listBlocked) =>
  member.get({
    path: `/people/${kind}`,
    query: Found,
    handle: async ({ app, viewer, query: { page = 0, q } }) => {
      const people = await list(app, viewer, page, q);
      return blockedOrMutedView(kind, {
        people,
        page,
        q,
        requests: await countRequests(app, viewer.id),
        viewer,
      });
    },
  });

export const peoplePages = [
  ...profilePages,
  member.get({
    path: '/people',
    query: Found,
    handle: async ({ app, viewer, query }) => {
      const { q, page = 0 } = query;
      const people =
        q === undefined ? await listNewPeople(app, viewer, page) : await searchPeople(app, viewer, q, page);
      return meetView({ people, page, q, requests: await countRequests(app, viewer.id), viewer });
    },
  }),
  member.get({
    path: '/people/requests',
    query: Paged,
    handle: async ({ app, viewer, query }) => {
      const received = await listRequests(app, viewer, query.page);
      const sent = await listSentRequests(app, viewer);
      return requestsView({ received, sent, page: query.page ?? 0, viewer });
    },
  }),
  blockedOrMuted('blocked', listBlocked),
  blockedOrMuted('muted', listMuted),
  member.post({
    path: '/people/:id/connect',
    limit: { by: ['account'], calls: 200, within: minutes(5) },
    params: ById,
    body: Type.Object({
      do: Type.String({ maxLength: 40 }),
      back: Type.Optional(Type.Enum(['/people/blocked', '/people/muted', ''])),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { username } = await getProfile(app, viewer, params);
      await connect(app, viewer, body.do, params.id);
      return redirect(body.back === undefined || body.back === '' ? `/@${username}` : body.back);
    },
  }),
];
