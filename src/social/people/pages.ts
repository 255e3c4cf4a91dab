import { Type } from 'typebox';
import { mayKnow } from '../../identity/privacy.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect, type Download } from '../../platform/http/endpoint.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { listPostsOf } from '../posts/list-posts-of.ts';
import { postsToMarkdown } from '../posts/to-markdown.ts';
import { readAboutOf } from './about-of.ts';
import { connect } from './connect.ts';
import { listBlocked } from './list-blocked.ts';
import { listFollowers, listFollowings } from './list-follows.ts';
import { listFriends } from './list-friends.ts';
import { listNewPeople } from './list-new-people.ts';
import { countRequests, listRequests, listSentRequests } from './list-requests.ts';
import type { PageOfPeople } from './page-of-people.ts';
import { readProfile } from './read-profile.ts';
import { searchPeople } from './search-people.ts';
import { blockedView, meetView, requestsView } from './views/people-view.ts';
import { profileView, tiesView } from './views/profile-view.ts';

const Name = Type.Object({ username: Type.String({ maxLength: 64 }) });
const Paged = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) });
const Before = Type.Object({ before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) });

type List = (app: App, viewer: Viewer, personId: string, page?: number) => Promise<PageOfPeople>;

const ties = (kind: 'friends' | 'followers' | 'following', list: List) =>
  page({
    method: 'GET',
    path: `/@:username/${kind}`,
    access: 'member',
    params: Name,
    query: Paged,
    handle: async ({ app, viewer, params, query }) => {
      const profile = await readProfile(app, viewer, params);
      const isHidden = kind === 'friends' && !mayKnow(profile.privacy, 'friends', profile.relation);
      const people = await list(app, viewer, profile.id, query.page);
      return tiesView(profile, kind, people, { page: query.page ?? 0, isHidden });
    },
  });

export const peoplePages = [
  page({
    method: 'GET',
    path: '/@:username',
    access: 'anyone',
    params: Name,
    query: Before,
    handle: async ({ app, viewer, client, params, query }) => {
      const base = app.config.plazaUrl;
      const profile = await readProfile(app, viewer, params);
      const posts = await listPostsOf(app, viewer, profile.id, query);
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept))
        return markdown(postsToMarkdown(`${profile.name} (@${profile.username})`, posts.posts, base));
      if (!profile.privacy.isListed) client.setHeader('x-robots-tag', 'noindex');
      const about = await readAboutOf(app, profile);
      return profileView({ profile, about, viewer, base }, posts, query.before === undefined);
    },
  }),
  ties('friends', listFriends),
  ties('followers', listFollowers),
  ties('following', listFollowings),
  page({
    method: 'GET',
    path: '/people',
    access: 'member',
    query: Type.Object({ ...Paged.properties, q: Type.Optional(Type.String({ maxLength: 100 })) }),
    handle: async ({ app, viewer, query }) => {
      const { q, page = 0 } = query;
      const people =
        q === undefined ? await listNewPeople(app, viewer, page) : await searchPeople(app, viewer, q, page);
      return meetView({ people, page, q, requests: await countRequests(app, viewer.id), viewer });
    },
  }),
  page({
    method: 'GET',
    path: '/people/requests',
    access: 'member',
    query: Paged,
    handle: async ({ app, viewer, query }) => {
      const received = await listRequests(app, viewer, query.page);
      const sent = await listSentRequests(app, viewer);
      return requestsView({ received, sent, page: query.page ?? 0, viewer });
    },
  }),
  page({
    method: 'GET',
    path: '/people/blocked',
    access: 'member',
    query: Paged,
    handle: async ({ app, viewer, query }) =>
      blockedView({
        people: await listBlocked(app, viewer, query.page),
        page: query.page ?? 0,
        requests: await countRequests(app, viewer.id),
        viewer,
      }),
  }),
  page({
    method: 'POST',
    path: '/people/:id/connect',
    access: 'member',
    limit: { by: ['account'], calls: 200, within: minutes(5) },
    params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
    body: Type.Object({
      do: Type.String({ maxLength: 40 }),
      back: Type.Optional(Type.Union([Type.Literal('/people/blocked'), Type.Literal('')])),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { username } = await readProfile(app, viewer, params);
      await connect(app, viewer, body.do, params.id);
      return redirect(body.back === '/people/blocked' ? body.back : `/@${username}`);
    },
  }),
];

const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });
