import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { may, type Viewer, type App } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { refused, type FormState } from '../../web/form.ts';
import { bareChanges } from '../text/changes.ts';
import { prepareShown } from '../text/prepared.ts';
import { shareButton, shareMenu } from './components/share-menu.ts';
import { undoRepost } from './deleting.ts';
import { mayManagePost, removePreview } from './editing.ts';
import { heldForReview, listVersions, lockPost, pinPost } from './post-actions.ts';
import { pathOf } from './paths.ts';
import { sharePost } from './publishing.ts';
import { getPost } from './reading/get-posts.ts';
import { getPostHeader } from './reading/visible.ts';
import { findRepost, listShares } from './sharing.ts';
import {
  callsOfHistory,
  postHistoryView,
  postMenuView,
  postPhotoView,
  sharesView,
  shareView,
} from './views.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');

/** Pages for the actions in a post's menu. */
export const postActPages = [
  anyone.get({
    path: '/posts/:id/menu',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const post = await getPost(app, viewer, params.id);
      const isOfForum = post.kind === 'thread' || post.kind === 'reply';
      const mayModerate =
        viewer !== undefined &&
        isOfForum &&
        !may(viewer, 'moderate') &&
        (await mayManagePost(app, viewer, post, 'delete'));
      return postMenuView(post, { viewer, base: app.config.plazaUrl, mayModerate });
    },
  }),
  anyone.get({
    path: '/posts/:id/photos/:number',
    params: Type.Object({ id: Id, number: Type.Integer({ minimum: 1, maximum: 100 }) }),
    handle: async ({ app, viewer, params: { id, number } }) =>
      postPhotoView(await getPost(app, viewer, id), number - 1),
  }),
  member.get({
    path: '/posts/:id/share',
    params: ById,
    handle: ({ app, viewer, params }) => showShare(app, viewer, params.id),
  }),
  anyone.get({
    path: '/posts/:id/share/menu',
    params: ById,
    handle: async ({ app, viewer, params }) =>
      shareMenu(await getPost(app, viewer, params.id), await getSharing(app, viewer, params.id)),
  }),
  anyone.get({
    path: '/posts/:id/share/button',
    params: ById,
    handle: async ({ app, viewer, params }) => shareButton(await getPost(app, viewer, params.id)),
  }),
  member.post({
    path: '/posts/:id/repost',
    verb: sharePost,
    params: ById,
    body: Type.Object({
      do: Type.Enum(['repost', 'undo'], { default: 'repost' }),
      in: Type.Optional(Type.Enum(['frame'])),
    }),
    handle: async ({ app, viewer, params: { id }, body }) => {
      if (body.do === 'undo') await undoRepost(app, viewer, id);
      else await sharePost(app, viewer, id, { text: '', privacy: 'public' });
      if (body.in === 'frame') return redirect(`/posts/${id}/share/button`);
      const text = body.do === 'undo' ? t('Repost undone') : t('Reposted');
      return redirect(pathOf(await getPostHeader(app, viewer, id)), { kind: 'success', text });
    },
  }),
  member.post({
    path: '/posts/:id/share',
    verb: sharePost,
    params: ById,
    body: Type.Object({
      text: Type.String({ maxLength: 20_000, default: '' }),
      privacy: Type.Enum(['public', 'friends', 'me'], { default: 'public' }),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const id = await sharePost(app, viewer, params.id, body);
      const { heldAt } = await getPostHeader(app, viewer, id);
      return redirect(`/posts/${id}`, heldAt ? heldForReview() : { kind: 'success', text: t('Shared') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showShare(app, viewer, params.id, refused(body, problem)),
  }),
  anyone.get({
    path: '/posts/:id/shares',
    params: ById,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: async ({ app, viewer, params, query }) => {
      const post = await getPost(app, viewer, params.id);
      const shares = await listShares(app, viewer, params.id, query);
      const context = { viewer, base: app.config.plazaUrl };
      return sharesView(post, shares, context, query.before === undefined);
    },
  }),
  anyone.get({
    path: '/posts/:id/history',
    verb: listVersions,
    params: ById,
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })) }),
    handle: async ({ app, viewer, params, query }) => {
      const history = await listVersions(app, viewer, params.id, query.page);
      await prepareShown(app, viewer?.id ?? 'visitors', callsOfHistory(history), ({ text }) =>
        bareChanges(text),
      );
      return postHistoryView(history, { viewer, page: query.page ?? 0 });
    },
  }),
  member.post({
    path: '/posts/:id/pin',
    verb: pinPost,
    params: ById,
    body: Type.Object({ do: Type.Enum(['pin', 'unpin']) }),
    handle: async ({ app, viewer, params, body }) => {
      await pinPost(app, viewer, params.id, body.do === 'pin');
      const text = body.do === 'pin' ? t('Pinned to your profile') : t('Unpinned');
      return redirect(`/@${viewer.username}`, { kind: 'success', text });
    },
  }),
  member.post({
    path: '/posts/:id/lock',
    verb: lockPost,
    params: ById,
    body: Type.Object({ do: Type.Enum(['lock', 'unlock']) }),
    handle: async ({ app, viewer, params, body }) => {
      await lockPost(app, viewer, params.id, body.do === 'lock');
      const text = body.do === 'lock' ? t('Comments closed') : t('Comments reopened');
      return redirect(pathOf(await getPostHeader(app, viewer, params.id)), { kind: 'success', text });
    },
  }),
  member.post({
    path: '/posts/:id/remove-preview',
    verb: removePreview,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await removePreview(app, viewer, params.id);
      return redirect(`/posts/${params.id}`, {
        kind: 'success',
        text: t('Link preview removed'),
      });
    },
  }),
];

const getSharing = async (app: App, viewer: Viewer | undefined, id: string) => ({
  isSignedIn: viewer !== undefined,
  isReposted: viewer !== undefined && (await findRepost(app, viewer, id)) !== undefined,
  base: app.config.plazaUrl,
});

async function showShare(app: App, viewer: Viewer, id: string, state?: FormState) {
  const [post, sharing] = await Promise.all([getPost(app, viewer, id), getSharing(app, viewer, id)]);
  return shareView(post, sharing, state);
}
