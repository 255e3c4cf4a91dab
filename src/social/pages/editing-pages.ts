import { Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { refuseManaging, roles, type SocialPage } from '../access/page.ts';
import { listCategories } from '../categories.ts';
import { listPlanChoices } from '../posts/paywall.ts';
import {
  addPage,
  changePage,
  deletePage,
  deletePagePicture,
  restorePage,
  setPagePicture,
} from './editing.ts';
import { inviteToLike, isInvited, listAskable } from './liking.ts';
import { findVerification, requestVerification } from './operating.ts';
import { listPagePosts } from './posts.ts';
import { getPage } from './reading.ts';
import { assignRole, listPageTeam, removeRole, transferPage } from './team.ts';
import { type EditPageOptions, editPageView, newPageView } from './views/page-form.ts';
import { type ShownPage, socialPageView } from './views/page-view.ts';
import { inviteView, pageTeamView } from './views/team-view.ts';

const member = pagesFor('member');
const Name = Type.Object({ username: Type.String({ maxLength: 64 }) });
const line = (maxLength: number) => Type.String({ maxLength, default: '' });
const Content = Type.Object({
  title: line(1000),
  username: line(200),
  category: IdOrEmpty,
  about: line(20_000),
  website: line(2000),
});
const Handle = Type.Enum(['picture', 'cover']);

const showNew = async (app: App, state: FormState = {}) =>
  newPageView(await listCategories(app, 'pages'), state, app.config.plazaUrl);

export const editingPages = [
  page({ method: 'GET', path: '/pages/new', access: 'member', handle: ({ app }) => showNew(app) }),
  member.post({
    path: '/pages/new',
    verb: addPage,
    body: Content,
    handle: async ({ app, viewer, body }) => {
      const { username } = await getPage(app, viewer, { id: await addPage(app, viewer, body) });
      return redirect(`/pages/${username}`, { kind: 'success', text: t('Page created') });
    },
    again: ({ app, body }, problem) => showNew(app, refused(body, problem)),
  }),
  member.post({
    path: '/pages/restore',
    verb: restorePage,
    body: ById,
    handle: async ({ app, viewer, body }) =>
      redirect(`/pages/${await restorePage(app, viewer, body.id)}`, {
        kind: 'success',
        text: t('Page restored'),
      }),
  }),
  member.get({
    path: '/pages/:username/edit',
    params: Name,
    handle: ({ app, viewer, params }) => showEdit(app, viewer, params.username),
  }),
  member.post({
    path: '/pages/:username/edit',
    verb: changePage,
    params: Name,
    body: Content,
    handle: async ({ app, viewer, params, body }) => {
      const { id } = await getPage(app, viewer, params);
      await changePage(app, viewer, id, body);
      const { username, heldAt } = await getPage(app, viewer, { id });
      const text = heldAt ? t('Saved. Waiting for review.') : t('Saved');
      return redirect(`/pages/${username}`, { kind: heldAt ? 'info' : 'success', text });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showEdit(app, viewer, params.username, { form: 'page', state: refused(body, problem) }),
  }),
  member.post({
    path: '/pages/:username/picture',
    verb: setPagePicture,
    params: Name,
    files: { fields: ['file'], max: 1, bytes: largestPicture },
    body: Type.Object({ handle: Handle }),
    handle: async ({ app, viewer, params, body, files: [upload] }) => {
      const { id, username } = await getPage(app, viewer, params);
      if (!upload) throw invalid('file', msg('Choose a picture'));
      await setPagePicture(app, viewer, id, body.handle, upload.file ?? upload.body);
      const text = body.handle === 'cover' ? t('Cover saved') : t('Picture saved');
      return redirect(`/pages/${username}/edit`, { kind: 'success', text });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showEdit(app, viewer, params.username, {
        form: body.handle === 'cover' ? 'cover' : 'picture',
        state: refused({ file: '' }, problem),
      }),
  }),
  member.post({
    path: '/pages/:username/picture/remove',
    verb: deletePagePicture,
    params: Name,
    body: Type.Object({ handle: Handle }),
    handle: async ({ app, viewer, params, body }) => {
      const { id, username } = await getPage(app, viewer, params);
      await deletePagePicture(app, viewer, id, body.handle);
      return redirect(`/pages/${username}/edit`, { kind: 'success', text: t('Removed') });
    },
  }),
  member.post({
    path: '/pages/:username/verification',
    verb: requestVerification,
    params: Name,
    body: Type.Object({ note: line(20_000) }),
    handle: async ({ app, viewer, params, body }) => {
      const { id, username } = await getPage(app, viewer, params);
      await requestVerification(app, viewer, id, body.note);
      return redirect(`/pages/${username}/edit`, { kind: 'success', text: t('Request sent') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showEdit(app, viewer, params.username, { form: 'verification', state: refused(body, problem) }),
  }),
  member.post({
    path: '/pages/:username/delete',
    verb: deletePage,
    params: Name,
    handle: async ({ app, viewer, params }) => {
      const { id, title } = await getPage(app, viewer, params);
      await deletePage(app, viewer, id);
      return redirect('/pages?list=mine', {
        kind: 'info',
        text: t('{title} deleted. You can restore it below.', { title }),
      });
    },
  }),
  member.get({
    path: '/pages/:username/team',
    params: Name,
    handle: ({ app, viewer, params }) => showTeam(app, viewer, params.username),
  }),
  member.post({
    path: '/pages/:username/team',
    verb: assignRole,
    params: Name,
    body: Type.Object({
      do: Type.Enum(['add', 'remove', 'leave', 'give']),
      username: line(100),
      role: Type.Enum([...roles], { default: 'editor' }),
      user_id: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { id, username } = await getPage(app, viewer, params);
      const personId = body.user_id ?? '0';
      if (body.do === 'add') await assignRole(app, viewer, id, { username: body.username, role: body.role });
      if (body.do === 'remove') await removeRole(app, viewer, id, personId);
      if (body.do === 'give') await transferPage(app, viewer, id, personId);
      if (body.do !== 'leave')
        return redirect(`/pages/${username}/team`, { kind: 'success', text: t('Saved') });
      await removeRole(app, viewer, id, viewer.id);
      return redirect('/pages?list=mine', { kind: 'success', text: t('You left the team') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showTeam(app, viewer, params.username, refused(body, problem)),
  }),
  member.get({
    path: '/pages/:username/invite',
    params: Name,
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
    handle: async ({ app, viewer, params, query: { page: number = 0 } }) => {
      const found = await getPage(app, viewer, params);
      return inviteView(found, await listAskable(app, viewer, found.id, number), number);
    },
  }),
  member.post({
    path: '/pages/:username/invite',
    verb: inviteToLike,
    params: Name,
    body: Type.Object({ user_id: Id }),
    handle: async ({ app, viewer, params, body }) => {
      const { id, username } = await getPage(app, viewer, params);
      await inviteToLike(app, viewer, id, body.user_id);
      return redirect(`/pages/${username}/invite`, { kind: 'success', text: t('Invited') });
    },
  }),
];

/** Loads the header that all parts of a page share. */
export const getShown = async (
  app: App,
  viewer: Viewer | undefined,
  page: SocialPage,
): Promise<ShownPage> => ({
  page,
  viewer,
  base: app.config.plazaUrl,
  isInvited: viewer !== undefined && (await isInvited(app, viewer, page.id)),
  plans: await listPlanChoices(app, { pageId: page.id }),
});

export async function showPage(
  app: App,
  viewer: Viewer | undefined,
  page: SocialPage,
  { before, state }: { before?: string | undefined; state?: FormState } = {},
): Promise<View> {
  const posts = await listPagePosts(app, viewer, page.id, { before });
  return socialPageView(await getShown(app, viewer, page), posts, before === undefined, state);
}

async function showEdit(
  app: App,
  viewer: Viewer,
  username: string,
  refused?: EditPageOptions['refused'],
): Promise<View> {
  const page = await getPage(app, viewer, { username });
  refuseManaging(page);
  return editPageView({
    page,
    categories: await listCategories(app, 'pages'),
    verification: await findVerification(app, page.id),
    base: app.config.plazaUrl,
    ...(refused && { refused }),
  });
}

async function showTeam(app: App, viewer: Viewer, username: string, state: FormState = {}): Promise<View> {
  const page = await getPage(app, viewer, { username });
  return pageTeamView(page, await listPageTeam(app, viewer, page.id), viewer, state);
}
