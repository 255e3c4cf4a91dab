import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { t } from '../../web/translation/translate.ts';
import { pathOf } from '../posts/paths.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import {
  addFolder,
  deleteFolder,
  findFolderOf,
  getFolder,
  listFolders,
  listSaved,
  moveSaved,
  renameFolder,
  restoreFolder,
  savePost,
} from './saved.ts';
import { folderView, moveView, newFolderView, savedView } from './views.ts';

const member = pagesFor('member');
const Title = Type.String({ maxLength: 1000, default: '' });
const PostId = Type.String({ pattern: '^[0-9]{0,18}$', default: '' });

const showFolder = async (app: App, viewer: Viewer, id: string, state: FormState = {}) =>
  folderView(await getFolder(app, viewer, id), state);

export const savedPages = [
  member.get({
    path: '/saved',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      folder: Type.Optional(Id),
      before: Type.Optional(Id),
      deleted: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, query: { q = '', folder: folderId, before, deleted } }) => {
      const [folders, posts] = await Promise.all([
        listFolders(app, viewer),
        listSaved(app, viewer, { words: q, folderId, before }),
      ]);
      const folder = folderId === undefined ? undefined : await getFolder(app, viewer, folderId);
      return savedView(
        posts,
        { viewer, base: app.config.plazaUrl },
        { words: q, isFirst: before === undefined, folders, folder, deleted },
      );
    },
  }),
  member.post({
    path: '/posts/:id/save',
    verb: savePost,
    params: ById,
    body: Type.Object({ do: Type.Enum(['save', 'unsave'], { default: 'save' }) }),
    handle: async ({ app, viewer, params, body }) => {
      const href = pathOf(await getPostHeader(app, viewer, params.id));
      await savePost(app, viewer, params.id, body.do);
      return body.do === 'save'
        ? redirect(href, { kind: 'success', text: t('Saved') })
        : redirect('/saved', { kind: 'success', text: t('Removed from saved') });
    },
  }),
  member.get({
    path: '/posts/:id/folder',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const [post, folders, present] = await Promise.all([
        getPostHeader(app, viewer, params.id),
        listFolders(app, viewer),
        findFolderOf(app, viewer, params.id),
      ]);
      return moveView(post, folders, present ?? null);
    },
  }),
  member.post({
    path: '/posts/:id/folder',
    verb: moveSaved,
    params: ById,
    body: Type.Object({ folder: PostId }),
    handle: async ({ app, viewer, params, body }) => {
      await moveSaved(app, viewer, params.id, body.folder === '' ? null : body.folder);
      return redirect(body.folder === '' ? '/saved' : `/saved?folder=${body.folder}`, {
        kind: 'success',
        text: t('Saved'),
      });
    },
  }),
  member.get({
    path: '/saved/folders/new',
    query: Type.Object({ post: PostId }),
    handle: ({ query }) => newFolderView(query.post),
  }),
  member.post({
    path: '/saved/folders/new',
    verb: addFolder,
    body: Type.Object({ title: Title, post: PostId }),
    handle: async ({ app, viewer, body }) => {
      const id = await addFolder(app, viewer, body.title);
      if (body.post !== '') await moveSaved(app, viewer, body.post, id);
      return redirect(`/saved?folder=${id}`, { kind: 'success', text: t('Folder added') });
    },
    again: ({ body }, problem) => newFolderView(String(body.post), refused(body, problem)),
  }),
  member.get({
    path: '/saved/folders/:id',
    params: ById,
    handle: ({ app, viewer, params }) => showFolder(app, viewer, params.id),
  }),
  member.post({
    path: '/saved/folders/:id',
    verb: renameFolder,
    params: ById,
    body: Type.Object({ title: Title }),
    handle: async ({ app, viewer, params, body }) => {
      await renameFolder(app, viewer, params.id, body.title);
      return redirect(`/saved?folder=${params.id}`, { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showFolder(app, viewer, params.id, refused(body, problem)),
  }),
  member.post({
    path: '/saved/folders/:id/delete',
    verb: deleteFolder,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteFolder(app, viewer, params.id);
      return redirect(`/saved?deleted=${params.id}`);
    },
  }),
  member.post({
    path: '/saved/folders/:id/restore',
    verb: restoreFolder,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await restoreFolder(app, viewer, params.id);
      return redirect(`/saved?folder=${params.id}`, { kind: 'success', text: t('Folder restored') });
    },
  }),
];
