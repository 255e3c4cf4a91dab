import { type Static, type TObject, Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import type { App, Ruled, Viewer } from '../../platform/app.ts';
import { page, type Page, redirect, type Upload } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { button, linkButton } from '../../web/components/controls.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { form, type FormState } from '../../web/form.ts';
import { type Fragment, html, type View } from '../../web/html.ts';
import { typedAddresses } from '../loose-values.ts';
import { id, IdParams, SearchQuery } from '../owned/api.ts';
import type { SearchedPage } from '../owned/lists.ts';
import { type ownedActions, ownedMenuPage } from '../owned/menu.ts';
import { getOwned, type Listed } from '../owned/owned.ts';
import { deletionPages } from '../owned/pages.ts';
import { asPreview, previewButton, previewRefused, withPreview } from './components.ts';
import {
  type Columns,
  type PageDesign,
  type DesignKind,
  picturesOf,
  textsOf,
  typedPictures,
} from './designs.ts';
import { nameField, type DesignPart, type ShownPictures, type TypedFields } from './fields.ts';
import { pictureLimits } from './pictures.ts';

interface DesignPages<D extends PageDesign<object>, P extends TObject> {
  path: string;
  section: string;
  /** Such as “Overlays”. */
  title: () => string;
  list: (shown: SearchedPage<Listed<D>>) => View;
  /** Parameters at the end of the paths that are about a new design, and what they say about it. */
  params: { path: string; schema: P; columns: (params: Static<P>) => Columns<D> };
  verbs: {
    add: Ruled;
    update: ((
      app: App,
      viewer: Viewer,
      id: string,
      typed: TypedFields,
      files: readonly Upload[],
    ) => Promise<void>) &
      Ruled;
  };
  /** Calls the verb that adds. */
  add: (
    app: App,
    viewer: Viewer,
    columns: Columns<D>,
    typed: TypedFields,
    files: readonly Upload[],
  ) => Promise<D>;
  /** The texts of the form. */
  words: (design: Columns<D>) => {
    /** The title of the form for a new design. */
    create: string;
    lead: string;
    /** The button that creates. */
    submit: string;
    preview: string;
  };
  /** Actions above the form of a design. */
  actions?: (design: D) => Fragment;
  /** What the menu of a design offers. */
  acts: (design: D) => Parameters<typeof ownedActions>[1]['entries'];
  restored: (design: D) => string;
  /** The design as visitors see it. */
  show: (design: Columns<D> & Pick<D, 'content'>, pictures: ShownPictures) => View;
  /** An example for the preview of an empty form. */
  example: (design: Columns<D>) => D['content'];
  /** Completes what was typed so far with the example. */
  complete: (design: Columns<D>, typed: TypedFields) => TypedFields;
}

const perPage = 25;

/** The pages of a kind of design: a list, the forms that create and edit, deletion, undo and previews. */
export function designPages<D extends PageDesign<object>, P extends TObject>(
  kind: DesignKind<D>,
  pages: DesignPages<D, P>,
): Page[] {
  const { path, section, params } = pages;
  // Any kind of design has the fields of some parts.
  const all = kind.allParts;
  const limits = pictureLimits(...new Set(all.pictures.map(({ name }) => name)));
  const field = Type.Optional(Type.String({ maxLength: 10_000 }));
  const fields = Object.fromEntries(['name', ...all.names].map((name) => [name, field]));
  const Form = Type.Object(fields);
  const complete = (typed: Static<typeof Form>) => typedAddresses(typed, ...new Set(all.addresses));

  function formView(
    columns: Columns<D>,
    design: D | undefined,
    pictures: ShownPictures,
    state: FormState,
  ): View {
    const words = pages.words(columns);
    const title = design?.name ?? words.create;
    const suffix = params.path && endOf(columns);
    const address = design ? `${path}/${design.id}` : '';
    return {
      title,
      section,
      body: html`${pageHeader({
        title,
        above: breadcrumbs([{ label: pages.title(), href: path }, { label: title }]),
        lead: words.lead,
        actions: design && pages.actions?.(design),
      })}
      ${withPreview({
        title: words.preview,
        source: design ? `${address}/preview` : `${path}/preview${suffix}`,
        form: form({
          action: design ? `${address}/edit` : `${path}/new${suffix}`,
          state,
          upload: true,
          body: html`${design && html`<input type="hidden" name="id" value="${design.id}" />`}
            ${nameField(state)} ${kind.partsOf(columns).control(state, pictures)}
            <div class="form-actions">
              ${button({ label: design ? t('Save') : words.submit, kind: 'primary', busyLabel: t('Saving') })}
              ${previewButton(`${path}/preview${suffix}`)}
              ${linkButton({ label: t('Cancel'), href: path, kind: 'plain' })}
            </div>`,
        }),
      })}`,
    };
  }

  const stateOf = (parts: DesignPart, { name, content }: Pick<D, 'name' | 'content'>): FormState => ({
    values: { name, ...parts.format(content) },
  });

  return [
    page({
      method: 'GET',
      path,
      access: 'member',
      query: SearchQuery,
      handle: async ({ app, viewer, query: { q = '', page = 1, deleted } }) => {
        const search = q.trim();
        const listed = await kind.list(app, viewer, { search, page, perPage });
        return pages.list({ ...listed, search, page, perPage, now: app.clock.now(), deletedId: deleted });
      },
    }),
    ...formPages({
      path: `${path}/new${params.path}`,
      verb: pages.verbs.add,
      params: params.schema,
      body: Form,
      files: limits,
      show: (call, state) => {
        const columns = params.columns(call.params);
        const parts = kind.partsOf(columns);
        return formView(columns, undefined, {}, state ?? stateOf(parts, { name: '', content: kind.empty }));
      },
      save: async ({ app, viewer, params: given, body, files }) => {
        const columns = params.columns(given);
        const { id, name } = await pages.add(app, viewer, columns, complete(body), files);
        const text = t('“{name}” created. Choose it as the redirect type of a link.', { name });
        return redirect(`${path}/${id}/edit`, { kind: 'success', text });
      },
    }),
    ...formPages({
      path: `${path}/:id/edit`,
      verb: pages.verbs.update,
      params: IdParams,
      body: Form,
      files: limits,
      show: async ({ app, viewer, params }, state) => {
        const design = await getOwned(app, viewer, kind, String(params.id));
        const parts = kind.partsOf(design);
        const pictures = picturesOf(app, parts, design.content);
        return formView(design, design, pictures, state ?? stateOf(parts, design));
      },
      save: async ({ app, viewer, params, body, files }) => {
        await pages.verbs.update(app, viewer, String(params.id), complete(body), files);
        return redirect(`${path}/${params.id}/edit`, { kind: 'success', text: t('Saved.') });
      },
    }),
    ownedMenuPage({
      path,
      section,
      title: pages.title,
      row: async (app, viewer, id) => {
        const design = await getOwned(app, viewer, kind, id);
        return { id, name: design.name, entries: pages.acts(design) };
      },
    }),
    ...deletionPages(path, kind, pages.restored),
    page({
      method: 'GET',
      path: `${path}/preview${params.path}`,
      access: 'member',
      params: params.schema,
      handle: (call) => {
        const columns = params.columns(call.params as Static<P>);
        return asPreview(pages.show({ ...columns, content: pages.example(columns) }, {}));
      },
    }),
    page({
      method: 'GET',
      path: `${path}/:id/preview`,
      access: 'member',
      params: IdParams,
      handle: async ({ app, viewer, params }) => {
        const design = await getOwned(app, viewer, kind, String(params.id));
        return asPreview(pages.show(design, picturesOf(app, kind.partsOf(design), design.content)));
      },
    }),
    page({
      method: 'POST',
      path: `${path}/preview${params.path}`,
      access: 'member',
      params: params.schema,
      body: Type.Object({ ...fields, id: Type.Optional(id) }),
      // Uploaded files are ignored. They are shown after saving.
      files: limits,
      handle: async ({ app, viewer, params: given, body }) => {
        const columns = params.columns(given as Static<P>);
        const parts = kind.partsOf(columns);
        const { id: stored, ...typed } = body as TypedFields & { id?: number };
        const content = textsOf(kind, parts, pages.complete(columns, typed));
        const existing = stored === undefined ? undefined : await getOwned(app, viewer, kind, String(stored));
        const present = existing ? picturesOf(app, parts, existing.content) : {};
        return asPreview(pages.show({ ...columns, content }, typedPictures(parts, typed, present)));
      },
      again: (_call, { message }) => previewRefused(message),
    }),
  ];
}

/** The kind of a design at the end of a path. */
const endOf = (columns: object) => `/${(columns as { kind?: string }).kind ?? ''}`;
