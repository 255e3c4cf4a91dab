import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect, type Page } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { Id, id, ListQuery } from './shapes.ts';

interface Group {
  /** Path of the list of groups. */
  path: string;
  show: (app: App, viewer: Viewer, id: string, page: number, adder?: FormState) => Promise<View>;
  /** Returns the name of the added item. */
  add: (app: App, viewer: Viewer, id: string, shortAddress: string) => Promise<string>;
  remove: (app: App, viewer: Viewer, id: string, linkId: string) => Promise<void>;
}

/** The page of a group of links, where links are added by short URL and removed. */
export const groupPages = ({ path, show, add, remove }: Group): Page[] => [
  ...formPages({
    path: `${path}/:id`,
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
    params: Type.Object({ id, link: id }),
    handle: async ({ app, viewer, params }) => {
      await remove(app, viewer, String(params.id), String(params.link));
      return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Removed.') });
    },
  }),
];
