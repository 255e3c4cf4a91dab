import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { type App, may, type Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { nothing } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { archiveFile } from './api.ts';
import { countUninvited, inviteImported } from './community/invite.ts';
import { formatNamed, importedKinds } from './formats.ts';
import { countEntries, getImport, listArchiveEntries, listImports } from './import.ts';
import { addImport, cancelImport, startImport, undoImport } from './imports.ts';
import { peopleListsName } from './plaza.ts';
import { exportedLists, formatPeopleList, formatPeopleLists } from './people-lists.ts';
import { importFrame, importView, type ImportPage, importsView, importVersion } from './views.ts';

const member = pagesFor('member');
const operator = pagesFor('operator');
const path = '/settings/import';

/** A box that is not checked is not sent. */
const KindsForm = Type.Object(
  Object.fromEntries(importedKinds.map((kind) => [kind, Type.Optional(Type.String({ maxLength: 10 }))])),
);

export const movingPages = [
  member.get({ path, handle: ({ app, viewer }) => showImports(app, viewer) }),
  member.post({
    path,
    verb: addImport,
    files: archiveFile,
    body: Type.Object({}),
    handle: async ({ app, viewer, files: [upload] }) => {
      if (!upload?.file) throw invalid('file', msg('Choose a file'));
      const { id } = await addImport(app, viewer, { name: upload.name, file: upload.file });
      return redirect(`${path}/${id}`);
    },
    again: ({ app, viewer, body }, problem) => showImports(app, viewer, refused(body, problem)),
  }),
  ...exportedLists.map((list) =>
    member.get({
      path: `${path}/${list}.csv`,
      handle: async ({ app, viewer }) => ({
        type: 'text/csv; charset=utf-8',
        body: await formatPeopleList(app, viewer, list),
        headers: { 'content-disposition': `attachment; filename="${list}.csv"` },
      }),
    }),
  ),
  member.get({
    path: `${path}/${peopleListsName}`,
    handle: async ({ app, viewer }) => ({
      type: 'application/json; charset=utf-8',
      body: `${JSON.stringify(await formatPeopleLists(app, viewer), undefined, 2)}\n`,
      headers: { 'content-disposition': `attachment; filename="${peopleListsName}"` },
    }),
  }),
  member.get({
    path: `${path}/:id`,
    params: ById,
    query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })) }),
    handle: async ({ app, viewer, params, query }) =>
      importView(await getPage(app, viewer, params.id, query.after)),
  }),
  member.get({
    path: `${path}/:id/progress`,
    params: ById,
    query: Type.Object({ seen: Type.Optional(Type.String({ maxLength: 40 })) }),
    handle: async ({ app, viewer, params, query }) => {
      const page = await getPage(app, viewer, params.id);
      return importVersion(page.found) === query.seen ? nothing : importFrame(page);
    },
  }),
  member.post({
    path: `${path}/:id/start`,
    verb: startImport,
    params: ById,
    body: KindsForm,
    handle: async ({ app, viewer, params, body }) => {
      const chosen = importedKinds.filter((kind) => (body as Record<string, unknown>)[kind] === 'on');
      await startImport(app, viewer, params.id, chosen);
      return redirect(`${path}/${params.id}`);
    },
    again: async ({ app, viewer, params, body }, problem) =>
      importView({ ...(await getPage(app, viewer, params.id)), state: refused(body, problem) }),
  }),
  member.post({
    path: `${path}/:id/undo`,
    verb: undoImport,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await undoImport(app, viewer, params.id);
      return redirect(`${path}/${params.id}`);
    },
  }),
  operator.post({
    path: `${path}/:id/invite`,
    verb: inviteImported,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await inviteImported(app, viewer, params.id);
      return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Emails are being sent') });
    },
  }),
  member.post({
    path: `${path}/:id/cancel`,
    verb: cancelImport,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await cancelImport(app, viewer, params.id);
      return redirect(path, { kind: 'success', text: t('Import canceled') });
    },
  }),
];

const showImports = async (app: App, viewer: Viewer, state: FormState = {}) =>
  importsView({
    imports: await listImports(app, viewer),
    isOperator: may(viewer, 'operate'),
    maxMebibytes: app.config.PLAZA_IMPORT_MIB,
    now: app.clock.now(),
    state,
  });

async function getPage(app: App, viewer: Viewer, id: string, after = 0): Promise<ImportPage> {
  const found = await getImport(app, viewer, id);
  // What cannot be read is known before anything is imported.
  const hasUnreadable = countEntries(found, ({ kind }) => kind === 'unreadable') > 0;
  const isOver =
    found.state === 'finished' || found.state === 'undone' || (found.state === 'ready' && hasUnreadable);
  const entries = isOver
    ? await listArchiveEntries(app, viewer, id, { states: ['failed', 'kept'], after })
    : [];
  const isInviting = found.state === 'finished' && formatNamed(found.format).isCommunity;
  return { found, entries, uninvited: isInviting ? await countUninvited(app, id) : 0, state: {} };
}
