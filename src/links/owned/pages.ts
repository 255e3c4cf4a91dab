import { type Static, Type } from 'typebox';
import type { Message } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Ruled, Viewer } from '../../platform/app.ts';
import { page, type Page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { emptyState, type Column } from '../../web/components/surfaces.ts';
import type { FormState } from '../../web/form.ts';
import type { Fragment, View } from '../../web/html.ts';
import { id, IdParams, ListQuery, SearchQuery } from './api.ts';
import { type Fields, formFields, FormOf, fromForm, stateOf } from './fields.ts';
import { ownedActions, ownedMenuPage } from './menu.ts';
import { collapsibleForm, listWithForm, nothingFound } from './lists.ts';
import { getOwned, type OwnedKind, type Listed, type ObjectOf } from './owned.ts';
import { editView } from './views.ts';

interface KindPages<F extends Fields> {
  /** Path of the list. */
  path: string;
  /** The entry of the navigation. */
  section: string;
  perPage: number;
  /** Such as “Campaigns”. */
  title: Message;
  lead: Message | ((app: App, viewer: Viewer) => Promise<Fragment>);
  /** Actions above the list. */
  actions?: () => Fragment;
  /** The columns before the menu. */
  columns: (app: App) => readonly Column<Listed<ObjectOf<F>>>[];
  /** What the menu of a row offers, if not to edit and to delete it. */
  acts?: Parameters<typeof ownedActions>[1]['entries'];
  /** Such as “Your campaigns”. */
  caption: Message;
  /** If given, the list has a search by name. Such as “3 campaigns” and “Search campaigns”. */
  search?: { counted: (total: number) => string; search: Message };
  empty: { illustration: 'links' | 'chart'; title: Message; text: Message };
  /** The form for a new object, collapsed above the list if that is not empty. */
  create: { title: Message; submit: Message };
  edit: {
    /** Such as “Edit campaign”. */
    title: Message;
    /** The path after that of the object. */
    path: '' | '/edit';
    lead?: (object: ObjectOf<F>) => string;
  };
  /** Whether an object has a page, at its path. It is shown after saving, instead of the list. */
  hasPage?: true;
  deleted: { title: Message; text: Message };
  /** “{name}” was restored. */
  restored: Message;
}

/** The pages of a kind of object: a list with a form above it, the form that edits, deletion and undo. */
export function kindPages<F extends Fields>(kind: OwnedKind<F>, pages: KindPages<F>): Page[] {
  const { path, perPage, create, edit } = pages;
  const afterSaving = (id: string) => (pages.hasPage ? `${path}/${id}` : path);

  async function showList(
    app: App,
    viewer: Viewer,
    { q = '', page = 1, deleted }: Static<typeof SearchQuery> = {},
    state: FormState = {},
  ): Promise<View> {
    const search = pages.search ? q.trim() : '';
    const listed = await kind.list(app, viewer, { search, page, perPage });
    const fields = formFields(kind.fields, state, app);
    return listWithForm({
      path,
      section: pages.section,
      title: t(pages.title),
      lead: typeof pages.lead === 'function' ? await pages.lead(app, viewer) : t(pages.lead),
      actions: pages.actions?.(),
      deleted: { id: deleted, title: t(pages.deleted.title), text: t(pages.deleted.text) },
      form: collapsibleForm({
        path,
        label: t(create.title),
        submit: t(create.submit),
        fields,
        page: { total: search ? Infinity : listed.total, form: state },
      }),
      table: {
        caption: t(pages.caption),
        rows: listed.rows,
        rowId: ({ id }) => `${kind.table.replace('links.', '')}-${id}`,
        columns: [
          ...pages.columns(app),
          {
            label: t('Actions'),
            hideLabel: true,
            align: 'end',
            cell: ({ id, name }) => ownedActions(path, { id, name, entries: pages.acts }),
          },
        ],
        empty: search
          ? nothingFound(path, search)
          : emptyState({
              illustration: pages.empty.illustration,
              title: t(pages.empty.title),
              text: t(pages.empty.text),
            }),
      },
      page: { total: listed.total, page, perPage },
      ...(pages.search &&
        (search || listed.total > 0) && {
          search: { search, words: { ...pages.search, search: t(pages.search.search) } },
        }),
    });
  }

  return [
    ...formPages({
      path,
      verb: kind.add,
      query: SearchQuery,
      body: FormOf(kind.fields, true),
      show: ({ app, viewer, query }, state) => showList(app, viewer, query, state),
      save: async ({ app, viewer, body }) => {
        const { id, name } = await kind.add(app, viewer, fromForm(kind.fields, body));
        return redirect(afterSaving(id), { kind: 'success', text: t('“{name}” created.', { name }) });
      },
    }),
    ...formPages({
      path: `${path}/:id${edit.path}`,
      verb: kind.update,
      params: IdParams,
      body: FormOf(kind.fields, false),
      show: async ({ app, viewer, params }, state) => {
        const object = await getOwned(app, viewer, kind, String(params.id));
        const shown = state ?? stateOf(kind.fields, object);
        const address = `${path}/${object.id}`;
        return editView({
          section: pages.section,
          title: t(edit.title),
          ...(edit.lead && { lead: edit.lead(object) }),
          list: { label: t(pages.title), href: path },
          name: object.name,
          ...(pages.hasPage && { address }),
          action: `${address}${edit.path}`,
          state: shown,
          fields: formFields(kind.fields, shown, { config: app.config, before: object }),
        });
      },
      save: async ({ app, viewer, params, body }) => {
        const { id } = await kind.update(app, viewer, String(params.id), fromForm(kind.fields, body));
        return redirect(afterSaving(id), { kind: 'success', text: t('Saved.') });
      },
    }),
    ownedMenuPage({
      path,
      section: pages.section,
      title: () => t(pages.title),
      row: async (app, viewer, id) => {
        const { name } = await getOwned(app, viewer, kind, id);
        return { id, name, entries: pages.acts };
      },
    }),
    ...deletionPages(path, kind, ({ name }) => t(pages.restored, { name })),
  ];
}

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
    params: IdParams,
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
    params: IdParams,
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
    params: IdParams,
    handle: async ({ app, viewer, params: { id } }) => {
      const thing = await restore(app, viewer, String(id));
      return redirect(path, { kind: 'success', text: restored(thing) });
    },
  }),
];
