import { msg, invalid } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import { type View, nothing } from '../../web/html.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { addRemoteImport } from './fetch-import.ts';
import { addLinkImport, deleteImport, startLinkImport, updateImport } from './import/imports.ts';
import { exportCsv, exportEverything } from './export.ts';
import {
  exportRejectedRows,
  exportRenames,
  findPreview,
  getLinkImport,
  listLinkImports,
  listRenames,
} from './import/reading.ts';
import { sourceNames } from './sources.ts';
import { formatNames, type Mapping } from './import/formats.ts';
import { fieldNames, type FieldName } from './import/import.ts';
import { exportView, linkImportsView } from './views/imports-view.ts';
import {
  linkImportFrame,
  linkImportView,
  shownRenames,
  linkImportVersion,
  type LinkImportPage,
} from './views/import-view.ts';
import { IdParams } from '../owned/api.ts';

const path = '/dashboard/import';
const column = Type.Optional(Type.String({ maxLength: 300 }));
const fields = Object.keys(fieldNames()) as FieldName[];

const ReadingForm = Type.Object({
  format: Type.Enum([...formatNames]),
  duplicates: Type.Enum(['skip', 'rename']),
  act: Type.Enum(['check', 'start']),
  ...Object.fromEntries(fields.map((field) => [`map_${field}`, column])),
});

const toMapping = (form: Record<string, unknown>): Mapping =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const chosen = form[`map_${field}`];
      return typeof chosen === 'string' && chosen ? [[field, chosen]] : [];
    }),
  );

export const transferPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: ({ app, viewer }) => showImports(app, viewer),
  }),
  page({
    method: 'POST',
    path,
    verb: addLinkImport,
    access: 'member',
    files: { fields: ['file'], max: 1, bytes: ({ HOP_IMPORT_MIB }) => HOP_IMPORT_MIB * 1024 ** 2 },
    body: Type.Object({}),
    handle: async ({ app, viewer, files: [file] }) => {
      if (!file) throw invalid('file', msg('Choose a file'));
      const { id } = await addLinkImport(app, viewer, file);
      return redirect(`${path}/${id}`);
    },
    again: ({ app, viewer, body }, problem) => showImports(app, viewer, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/remote`,
    verb: addRemoteImport,
    access: 'member',
    body: Type.Object({
      from: Type.Enum([...sourceNames], { default: 'gempixel' }),
      address: Type.String({ maxLength: 600, default: '' }),
      key: Type.String({ maxLength: 600, default: '' }),
    }),
    handle: async ({ app, viewer, body }) => redirect(`${path}/${await addRemoteImport(app, viewer, body)}`),
    // The key is not shown again.
    again: ({ app, viewer, body }, problem) =>
      showImports(app, viewer, {}, withoutKey(refused(body, problem))),
  }),
  page({
    method: 'GET',
    path: `${path}/:id`,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) => showImport(app, viewer, String(params.id)),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/progress`,
    access: 'member',
    params: IdParams,
    query: Type.Object({ seen: Type.Optional(Type.String({ maxLength: 20 })) }),
    handle: async ({ app, viewer, params, query }) => {
      const page = await getPage(app, viewer, String(params.id));
      return linkImportVersion(page.found) === query.seen ? nothing : linkImportFrame(page);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id`,
    verb: updateImport,
    access: 'member',
    params: IdParams,
    body: ReadingForm,
    handle: async ({ app, viewer, params, body }) => {
      const id = String(params.id);
      const { format, duplicates, act } = body as Static<typeof ReadingForm> & {
        format: (typeof formatNames)[number];
      };
      await updateImport(app, viewer, id, {
        format,
        duplicates,
        mapping: format === 'columns' ? toMapping(body) : {},
      });
      if (act === 'start') await startLinkImport(app, viewer, id);
      return redirect(`${path}/${id}`);
    },
    again: ({ app, viewer, params, body }, problem) =>
      showImport(app, viewer, String(params.id), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    verb: deleteImport,
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      await deleteImport(app, viewer, String(params.id));
      return redirect(path, {
        kind: 'success',
        text: t('Import deleted. Links it created were not deleted.'),
      });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/:id/refused.csv`,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) => exportRejectedRows(app, viewer, String(params.id)),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/renamed.csv`,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) => exportRenames(app, viewer, String(params.id)),
  }),
  page({ method: 'GET', path: '/dashboard/export', access: 'member', handle: () => exportView() }),
  page({
    method: 'GET',
    path: '/dashboard/export/links.csv',
    verb: exportCsv,
    access: 'member',
    handle: ({ app, viewer }) => exportCsv(app, viewer),
  }),
  page({
    method: 'GET',
    path: '/dashboard/export/everything.json',
    verb: exportEverything,
    access: 'member',
    handle: ({ app, viewer }) => exportEverything(app, viewer),
  }),
];

async function showImports(
  app: App,
  viewer: Viewer,
  state: FormState = {},
  remote: FormState = {},
): Promise<View> {
  return linkImportsView({
    imports: await listLinkImports(app, viewer),
    maxMebibytes: app.config.HOP_IMPORT_MIB,
    now: app.clock.now(),
    state,
    remote,
  });
}

const withoutKey = (state: FormState): FormState => ({
  ...state,
  values: { ...state.values, key: undefined },
});

/** Shows the preview before the import has started, and its progress afterwards. Both are stored by jobs. */
const showImport = async (app: App, viewer: Viewer, id: string, state?: FormState): Promise<View> =>
  linkImportView(await getPage(app, viewer, id, state));

async function getPage(app: App, viewer: Viewer, id: string, state?: FormState): Promise<LinkImportPage> {
  const found = await getLinkImport(app, viewer, id);
  const preview = found.startedAt ? undefined : await findPreview(app, id);
  const renames = found.startedAt ? await listRenames(app, id, shownRenames + 1) : [];
  return { hopUrl: app.config.hopUrl, found, preview, renames, state };
}
