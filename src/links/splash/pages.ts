import { Type } from 'typebox';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { pictureLimits } from '../custom-pages/pictures.ts';
import { addSplashPage } from './add-splash-page.ts';
import { deleteSplashPage } from './delete-splash-page.ts';
import { listSplashPages } from './list-splash-pages.ts';
import { readSplashPage } from './queries.ts';
import { restoreSplashPage } from './restore-splash-page.ts';
import { picturesOf } from './pictures-of.ts';
import { SplashForm } from './splash-form.ts';
import { emptySplash } from './splash-page.ts';
import { updateSplashPage } from './update-splash-page.ts';
import { splashFormView, stateOfSplash } from './views/splash-form-view.ts';
import { splashPagesView } from './views/splash-pages-view.ts';

const path = '/dashboard/splash';
const perPage = 25;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });
const noPictures = { banner: null, avatar: null };

/** Splash pages as their owner sees them: the list, and the form in which each is made and changed. */
export const splashPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      deleted: Type.Optional(id),
    }),
    handle: async ({ app, viewer, query: { q = '', page = 1, deleted } }) => {
      const search = q.trim();
      const listed = await listSplashPages(app, viewer, { search, page, perPage });
      return splashPagesView({ ...listed, search, page, perPage, now: app.clock.now(), deletedId: deleted });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/new`,
    access: 'member',
    handle: () =>
      splashFormView({
        page: undefined,
        pictures: noPictures,
        state: stateOfSplash({ name: '', content: emptySplash }),
      }),
  }),
  page({
    method: 'POST',
    path: `${path}/new`,
    access: 'member',
    body: SplashForm,
    files: pictureLimits('banner', 'avatar'),
    handle: async ({ app, viewer, body, files }) => {
      const { id, name } = await addSplashPage(app, viewer, body, files);
      return redirect(`${path}/${id}/edit`, {
        kind: 'success',
        text: `“${name}” is made. Choose it as the type of a link.`,
      });
    },
    again: ({ body }, problem) =>
      splashFormView({ page: undefined, pictures: noPictures, state: refused(body, problem) }),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const page = await readSplashPage(app, viewer, String(params.id));
      return splashFormView({ page, pictures: picturesOf(app, page.content), state: stateOfSplash(page) });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    body: SplashForm,
    files: pictureLimits('banner', 'avatar'),
    handle: async ({ app, viewer, params, body, files }) => {
      await updateSplashPage(app, viewer, String(params.id), body, files);
      return redirect(`${path}/${params.id}/edit`, { kind: 'success', text: 'Saved.' });
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const page = await readSplashPage(app, viewer, String(params.id));
      return splashFormView({
        page,
        pictures: picturesOf(app, page.content),
        state: refused(body, problem),
      });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deleteSplashPage(app, viewer, String(params.id));
      return redirect(`${path}?deleted=${params.id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { name } = await restoreSplashPage(app, viewer, String(params.id));
      return redirect(path, { kind: 'success', text: `“${name}” is back.` });
    },
  }),
];
