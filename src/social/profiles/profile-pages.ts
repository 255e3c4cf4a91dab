import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { canSeePart } from '../../identity/account/privacy.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { type Download, pagesFor } from '../../platform/http/endpoint.ts';
import { listPhotos } from '../posts/reading/list-photos.ts';
import type { PostKind } from '../posts/post.ts';
import { getAboutOf } from '../people/profiles/about-of.ts';
import { listFollowers, listFollowings } from '../relationships/follows/list-follows.ts';
import { listFriends } from '../relationships/friends/list-friends.ts';
import { listMutualFriends } from '../relationships/friends/list-mutual-friends.ts';
import { listOnProfile, listPostsByKind } from './list-written.ts';
import { listRelatedPeople } from '../people/list-related-people.ts';
import type { PageOfPeople } from '../people/page-of-people.ts';
import type { Profile } from '../people/profiles/profile.ts';
import { profileToMarkdown } from './profile-to-markdown.ts';
import { getProfile } from '../people/profiles/get-profile.ts';
import { photosView } from './views/photos-view.ts';
import type { ProfileTab } from './views/profile-tabs.ts';
import { profileView } from './views/profile-view.ts';
import { connectionsView } from './views/connections-view.ts';
import { writtenView } from './views/written-view.ts';

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

export const profilePages = [
  anyone.get({
    path: '/@:username',
    cached: true,
    params: Name,
    query: Before,
    handle: async ({ app, viewer, client, params, query }) => {
      const base = app.config.plazaUrl;
      const profile = await getShown(app, viewer, params);
      const [posts, about, around] = await Promise.all([
        listOnProfile(app, viewer, profile.id, query, profile.relation),
        getAboutOf(app, profile),
        listRelatedPeople(app, viewer, profile.id),
      ]);
      client.setHeader('vary', 'Accept');
      if (!profile.privacy.isListed) client.setHeader('x-robots-tag', 'noindex');
      if (prefersMarkdown(client.accept)) return markdown(profileToMarkdown(profile, about, posts, base));
      return profileView({ profile, about, around, viewer, base }, posts, query.before === undefined);
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
  ties('friends', listFriends),
  ties('followers', listFollowers),
  ties('following', listFollowings),
  member.get({
    path: '/@:username/mutual',
    params: Name,
    query: Paged,
    handle: async ({ app, viewer, params, query: { page = 0 } }) => {
      const profile = await getShown(app, viewer, params);
      if (profile.relation.isMe) throw missing(t('Page'));
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
