import { Type } from 'typebox';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, type Page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { type Ruled, verb } from '../../platform/verb.ts';
import { id, Id, ListQuery } from './api.ts';
import { deleteOwned, type Owned, restoreOwned } from './owned.ts';

interface Group {
  /** Path of the list of groups. */
  path: string;
  show: (app: App, viewer: Viewer, id: string, page: number, adder?: FormState) => Promise<View>;
  /** Returns the name of the added item. */
  add: (app: App, viewer: Viewer, id: string, shortAddress: string) => Promise<string>;
  remove: ((app: App, viewer: Viewer, id: string, linkId: string) => Promise<void>) & Ruled;
  /** The verb that `add` calls. */
  adds: Ruled;
}

/** The page of a group of links, where links are added by short URL and removed. */
export const groupPages = ({ path, show, add, remove, adds }: Group): Page[] => [
  ...formPages({
    path: `${path}/:id`,
    verb: adds,
    params: Id,
    query: Type.Pick(ListQuery, ['page']),
    body: Type.Object({ short: Type.String({ maxLength: 2000 }) }),
    show: ({ app, viewer, params, query }, state) =>
      show(app, viewer, String(params.id), query?.page ?? 1, state),
    save: async ({ app, viewer, params, body }) => {
      const name = await add(app, viewer, String(params.id), body.short);
      return redirect(`${path}/${params.id}`, { kind: 'success', text: t('“{name}” added.', { name }) });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/links/:link/remove`,
    access: 'member',
    verb: remove,
    params: Type.Object({ id, link: id }),
    handle: async ({ app, viewer, params }) => {
      await remove(app, viewer, String(params.id), String(params.link));
      return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Removed.') });
    },
  }),
];

interface Deletion<T> {
  remove: ((app: App, viewer: Viewer, id: string) => Promise<unknown>) & Ruled;
  restore: ((app: App, viewer: Viewer, id: string) => Promise<T>) & Ruled;
}

/** The verbs that delete and restore an object, such as `tags.delete`. */
export const deletionOf = <T>(owned: Owned<T>): Deletion<T> => ({
  remove: verb({ name: `${owned.feature}.delete`, who: 'member' }, (app, viewer: Viewer, id: string) =>
    deleteOwned(app, viewer, owned, id),
  ),
  restore: verb({ name: `${owned.feature}.restore`, who: 'member' }, (app, viewer: Viewer, id: string) =>
    restoreOwned(app, viewer, owned, id),
  ),
});

/**
 * Routes that delete an object and restore it with the list's “Undo” button. `restored` is the confirmation
 * message.
 */
export const deletionPages = <T>(
  path: string,
  { remove, restore }: Deletion<T>,
  restored: (thing: T) => string,
): Page[] => [
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    verb: remove,
    params: Id,
    handle: async ({ app, viewer, params: { id } }) => {
      await remove(app, viewer, String(id));
      return redirect(`${path}?deleted=${id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    verb: restore,
    params: Id,
    handle: async ({ app, viewer, params: { id } }) => {
      const thing = await restore(app, viewer, String(id));
      return redirect(path, { kind: 'success', text: restored(thing) });
    },
  }),
];
