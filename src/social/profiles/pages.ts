import { Type } from 'typebox';
import { canSeePart } from '../../identity/account/privacy.ts';
import { ById, Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { missing, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type Download, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { t } from '../../web/translation/translate.ts';
import { portraitView } from '../../web/components/post-media.ts';
import { getTrustProgress, isStaff } from '../moderation/trust.ts';
import { getAboutOf } from '../people/about.ts';
import { listNewPeople, listRelatedPeople, type PageOfPeople, searchPeople } from '../people/lists.ts';
import { getProfile, type Profile } from '../people/profile.ts';
import type { PostKind } from '../posts/post.ts';
import { listPhotos } from '../posts/reading/lists.ts';
import { connect } from '../relationships/connect.ts';
import { answerAllFollowRequests, listFollowRequests } from '../relationships/follow-requests.ts';
import {
  countRequests,
  listBlocked,
  listFollowers,
  listFollowings,
  listFriends,
  listMuted,
  listMutualFriends,
  listFriendRequests,
  listSentRequests,
} from '../relationships/lists.ts';
import { listOnProfile, listPostsByKind, profileToMarkdown } from './reading.ts';
import { doneText, hoverCard, personActs } from './views/hover-card.ts';
import { blockedOrMutedView, meetView, requestsView } from './views/people-view.ts';
import { type ProfileTab, profileView } from './views/profile-view.ts';
import { connectionsView, photosView, writtenView } from './views/tab-views.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Name = Type.Object({ username: Type.String({ maxLength: 64 }) });
const Paged = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) });
const Before = Type.Object({ before: Type.Optional(Id) });

type List = (app: App, viewer: Viewer | undefined, personId: string, page?: number) => Promise<PageOfPeople>;

const ties = (kind: Extract<ProfileTab, 'friends' | 'followers' | 'following'>, list: List) =>
  anyone.get({
    path: `/@:username/${kind}`,
    cached: true,
    params: Name,
    query: Paged,
    handle: async ({ app, viewer, params, query }) => {
      const profile = await getShown(app, viewer, params);
      const people = await list(app, viewer, profile.id, query.page);
      return connectionsView(profile, kind, people, { viewer, page: query.page ?? 0 });
    },
  });

const written = (tab: Extract<ProfileTab, 'articles' | 'questions' | 'answers'>, kind: PostKind) =>
  anyone.get({
    path: `/@:username/${tab}`,
    cached: true,
    params: Name,
    query: Before,
    handle: async ({ app, viewer, client, params, query }) => {
      const profile = await getShown(app, viewer, params);
      if (!profile.privacy.isListed) client.setHeader('x-robots-tag', 'noindex');
      const posts = await listPostsByKind(app, viewer, profile.id, kind, query);
      const isFirst = query.before === undefined;
      return writtenView(profile, tab, posts, { viewer, base: app.config.plazaUrl, isFirst });
    },
  });

const profilePages = [
  anyone.get({
    path: '/@:username',
    cached: true,
    params: Name,
    query: Before,
    handle: async ({ app, viewer, client, params, query }) => {
      const base = app.config.plazaUrl;
      const profile = await getShown(app, viewer, params);
      const isShown = profile.relation.isMe || (viewer !== undefined && isStaff(viewer));
      const [posts, about, around, standing] = await Promise.all([
        listOnProfile(app, viewer, profile.id, query, profile.relation),
        getAboutOf(app, profile),
        listRelatedPeople(app, viewer, profile.id),
        isShown && !profile.isFormer ? getTrustProgress(app, profile.id) : undefined,
      ]);
      client.setHeader('vary', 'Accept');
      if (!profile.privacy.isListed) client.setHeader('x-robots-tag', 'noindex');
      if (prefersMarkdown(client.accept)) return markdown(profileToMarkdown(profile, about, posts, base));
      const shown = { profile, about, around, viewer, base, trust: standing?.trust };
      return profileView(shown, posts, query.before === undefined);
    },
  }),
  written('articles', 'article'),
  written('questions', 'question'),
  written('answers', 'answer'),
  anyone.get({
    path: '/@:username/photos',
    cached: true,
    params: Name,
    query: Paged,
    handle: async ({ app, viewer, client, params, query: { page = 0 } }) => {
      const profile = await getShown(app, viewer, params);
      if (!profile.privacy.isListed) client.setHeader('x-robots-tag', 'noindex');
      const photos = await listPhotos(app, viewer, profile.id, page);
      return photosView(profile, photos, { viewer, base: app.config.plazaUrl, page });
    },
  }),
  anyone.get({
    path: '/@:username/photo',
    params: Name,
    handle: async ({ app, viewer, params }) => {
      const { name, username, portrait } = await getShown(app, viewer, params);
      if (portrait === null) throw missing(msg('Photo'));
      return portraitView(name, portrait, `/@${username}`);
    },
  }),
  anyone.get({
    path: '/@:username/card',
    params: Name,
    handle: async ({ app, viewer, params }) => hoverCard(await getShown(app, viewer, params), viewer),
  }),
  member.get({
    path: '/@:username/acts',
    params: Name,
    handle: async ({ app, viewer, params }) => personActs(await getShown(app, viewer, params)),
  }),
  ties('friends', listFriends),
  ties('followers', listFollowers),
  ties('following', listFollowings),
  member.get({
    path: '/@:username/mutual',
    params: Name,
    query: Paged,
    handle: async ({ app, viewer, params, query: { page = 0 } }) => {
      const profile = await getShown(app, viewer, params);
      if (profile.relation.isMe) throw missing(msg('Page'));
      const people = await listMutualFriends(app, viewer, profile.id, page);
      return connectionsView(profile, 'mutual', people, { viewer, page });
    },
  }),
];

/** Returns a profile with the number of mutual friends, if the viewer may know. */
async function getShown(
  app: App,
  viewer: Viewer | undefined,
  { username }: { username: string },
): Promise<Profile> {
  const profile = await getProfile(app, viewer, { username }, { withMutualFriends: true });
  const { relation, privacy, mutualFriends = 0, ...rest } = profile;
  const isShown = !relation.isMe && !relation.blocks && canSeePart(privacy, 'friends', relation);
  return { ...rest, relation, privacy, ...(isShown && { mutualFriends }) };
}

const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });

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
      const [received, sent, followers] = await Promise.all([
        listFriendRequests(app, viewer, query.page),
        listSentRequests(app, viewer),
        listFollowRequests(app, viewer),
      ]);
      return requestsView({ received, sent, followers, page: query.page ?? 0, viewer });
    },
  }),
  member.post({
    path: '/people/requests/followers',
    verb: answerAllFollowRequests,
    body: Type.Object({ do: Type.Enum(['accept', 'decline']) }),
    handle: async ({ app, viewer, body }) => {
      const answered = await answerAllFollowRequests(app, viewer, body.do);
      return redirect('/people/requests', {
        kind: 'success',
        text:
          body.do === 'accept'
            ? t('{answered, plural, one {# request accepted} other {# requests accepted}}', { answered })
            : t('{answered, plural, one {# request declined} other {# requests declined}}', { answered }),
      });
    },
  }),
  blockedOrMuted('blocked', listBlocked),
  blockedOrMuted('muted', listMuted),
  member.post({
    path: '/people/:id/connect',
    verb: connect,
    params: ById,
    body: Type.Object({
      do: Type.String({ maxLength: 40 }),
      back: Type.Optional(Type.Enum(['/people/blocked', '/people/muted', ''])),
      /** Whether to say that it is done, which the buttons of a person show themselves. */
      say: Type.Optional(Type.Literal('yes')),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { username, name } = await getProfile(app, viewer, params);
      await connect(app, viewer, body.do, params.id);
      const done = body.say && doneText(body.do, name);
      return redirect(
        body.back === undefined || body.back === '' ? `/@${username}` : body.back,
        done ? { kind: 'success', text: done } : undefined,
      );
    },
  }),
];
