import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { msg, missing, Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type Download, movedTo, pagesFor, redirect, type Redirect } from '../../platform/http/endpoint.ts';
import { portraitView } from '../../web/components/post-media.ts';
import { listCategories } from '../categories.ts';
import { postFiles } from '../posts/post-files.ts';
import { parsePaywallForm } from '../posts/requests/paywall.ts';
import { formState, PostForm } from '../posts/requests/post-form.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { fileMetadataOf, toNewPost } from '../posts/requests/post-body.ts';
import { listDeletedPages } from './editing.ts';
import { editingPages, getShown, showPage } from './editing-pages.ts';
import { declineInvitation, likePage, unlikePage } from './liking.ts';
import {
  listPagePhotos,
  listPagePosts,
  pagesToMarkdown,
  pageToMarkdown,
  pinOnPage,
  writeAsPage,
} from './posts.ts';
import {
  findPresentName,
  getPage,
  listInvitedPages,
  listLikedPages,
  listOwnPages,
  listPages,
  pageSorts,
  placePattern,
} from './reading.ts';
import { operatorSocialPages } from './operator-pages.ts';
import { pathOfPage, type SocialPage } from '../access/page.ts';
import { aboutPageView, pagePhotosView } from './views/page-view.ts';
import { pageLists, pagesView } from './views/page-lists.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Name = Type.Object({ username: Type.String({ maxLength: 64 }) });

const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });

/** Returns the page at a URL, or a redirect from a former username or a different spelling. */
async function getAt(
  app: App,
  viewer: Viewer | undefined,
  username: string,
  rest = '',
): Promise<SocialPage | Redirect> {
  try {
    const found = await getPage(app, viewer, { username });
    return found.username === username ? found : movedTo(`${pathOfPage(found)}${rest}`);
  } catch (error) {
    const present = error instanceof Problem && (await findPresentName(app, username));
    if (!present) throw error;
    return movedTo(`${pathOfPage({ username: present })}${rest}`);
  }
}

const isPage = (found: SocialPage | Redirect): found is SocialPage => 'username' in found;

/** The return path of a button in a list. Only page lists are allowed. */
const returnPath = (back: string | undefined, username: string) =>
  back !== undefined && /^\/pages(\?[^#]*)?$/.test(back) ? back : `/pages/${username}`;

export const socialPages = [
  anyone.get({
    path: '/pages',
    cached: true,
    query: Type.Object({
      list: Type.Optional(Type.Enum([...pageLists])),
      category: Type.Optional(Type.Union([Id, Type.Literal('')])),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      sort: Type.Optional(Type.Enum([...pageSorts])),
      after: Type.Optional(Type.String({ pattern: placePattern })),
    }),
    handle: async ({ app, viewer, client, query }) => {
      const { list = 'all', category, ...rest } = query;
      const wanted = { ...rest, category: category === '' ? undefined : category };
      if (list !== 'all' && !viewer)
        return redirect(`/signin?next=${encodeURIComponent(`/pages?list=${list}`)}`);
      const base = app.config.plazaUrl;
      const found =
        list === 'all' || !viewer
          ? await listPages(app, viewer, wanted)
          : await { mine: listOwnPages, liked: listLikedPages, invited: listInvitedPages }[list](
              app,
              viewer,
              wanted.after,
            );
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept)) return markdown(pagesToMarkdown(found.items, base));
      const categories = await listCategories(app, 'pages');
      const deleted = viewer && list === 'mine' ? await listDeletedPages(app, viewer) : [];
      return pagesView({ list, found, wanted, categories, deleted, viewer, base });
    },
  }),
  anyone.get({
    path: '/pages/:username',
    cached: true,
    params: Name,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: async ({ app, viewer, client, params, query }) => {
      const found = await getAt(app, viewer, params.username);
      if (!isPage(found)) return found;
      client.setHeader('vary', 'Accept');
      if (!prefersMarkdown(client.accept)) return showPage(app, viewer, found, query);
      return markdown(
        pageToMarkdown(found, await listPagePosts(app, viewer, found.id, query), app.config.plazaUrl),
      );
    },
  }),
  anyone.get({
    path: '/pages/:username/photos',
    cached: true,
    params: Name,
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
    handle: async ({ app, viewer, params, query: { page: number = 0 } }) => {
      const found = await getAt(app, viewer, params.username, '/photos');
      if (!isPage(found)) return found;
      const photos = await listPagePhotos(app, viewer, found.id, number);
      return pagePhotosView(await getShown(app, viewer, found), photos, number);
    },
  }),
  anyone.get({
    path: '/pages/:username/photo',
    params: Name,
    handle: async ({ app, viewer, params }) => {
      const found = await getAt(app, viewer, params.username, '/photo');
      if (!isPage(found)) return found;
      if (found.portrait === null) throw missing(msg('Photo'));
      return portraitView(found.title, found.portrait, `/pages/${found.username}`);
    },
  }),
  anyone.get({
    path: '/pages/:username/about',
    cached: true,
    params: Name,
    handle: async ({ app, viewer, params }) => {
      const found = await getAt(app, viewer, params.username, '/about');
      return isPage(found) ? aboutPageView(await getShown(app, viewer, found)) : found;
    },
  }),
  member.post({
    path: '/pages/:username/like',
    verb: likePage,
    params: Name,
    body: Type.Object({
      do: Type.Enum(['like', 'unlike']),
      back: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { id, username } = await getPage(app, viewer, params);
      await (body.do === 'like' ? likePage : unlikePage)(app, viewer, id);
      return redirect(returnPath(body.back, username));
    },
  }),
  member.post({
    path: '/pages/:username/invitation',
    verb: likePage,
    params: Name,
    body: Type.Object({
      do: Type.Enum(['accept', 'decline']),
      back: Type.Optional(Type.Enum(['list', 'notifications'])),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { id, username } = await getPage(app, viewer, params);
      await (body.do === 'accept' ? likePage : declineInvitation)(app, viewer, id);
      const text = body.do === 'accept' ? t('Page liked') : t('Invitation declined');
      const back = { list: '/pages?list=invited', notifications: '/notifications' };
      return redirect(body.back ? back[body.back] : `/pages/${username}`, { kind: 'success', text });
    },
  }),
  member.post({
    path: '/pages/:username/posts',
    verb: writeAsPage,
    params: Name,
    files: postFiles,
    body: Type.Pick(PostForm, ['text', 'alt', 'video_alt', 'warning', 'paid_for', 'post_price', 'paid_text']),
    handle: async ({ app, viewer, params, body, files }) => {
      const { id: pageId, username } = await getPage(app, viewer, params);
      const { paid_for, post_price, paid_text, ...said } = body;
      const paywall = parsePaywallForm({ paid_for, post_price, paid_text });
      const post = { ...toNewPost(said), paywall };
      const id = await writeAsPage(app, viewer, pageId, post, files, fileMetadataOf(said));
      const { heldAt } = await getPostHeader(app, viewer, id);
      return redirect(
        `/pages/${username}`,
        heldAt
          ? { kind: 'info', text: t('Your post is waiting for review') }
          : { kind: 'success', text: t('Posted') },
      );
    },
    again: async ({ app, viewer, params, body }, problem) =>
      showPage(app, viewer, await getPage(app, viewer, params), { state: formState(body, problem) }),
  }),
  member.post({
    path: '/pages/:username/pin',
    verb: pinOnPage,
    params: Name,
    body: Type.Object({ do: Type.Enum(['pin', 'unpin']), post_id: Id }),
    handle: async ({ app, viewer, params, body }) => {
      const { id: pageId, username } = await getPage(app, viewer, params);
      await pinOnPage(app, viewer, { pageId, postId: body.post_id, isPinned: body.do === 'pin' });
      const text = body.do === 'pin' ? t('Pinned to the page') : t('Unpinned');
      return redirect(`/pages/${username}`, { kind: 'success', text });
    },
  }),
  ...editingPages,
  ...operatorSocialPages,
];
