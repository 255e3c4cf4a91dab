import { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { sqlDate } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type Download, endpoint, StreamAnswer } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { IdParams, Message } from '../owned/api.ts';
import { exportCsv, exportEverything } from './export.ts';
import { addRemoteImport } from './fetch-import.ts';
import { sourceNames } from './sources.ts';
import { formatNames } from './import/formats.ts';
import { fieldNames, type LinkImport, type ImportPreview } from './import/import.ts';
import { addLinkImport, deleteImport, startLinkImport, updateImport } from './import/imports.ts';
import {
  exportRejectedRows,
  exportRenames,
  findPreview,
  getLinkImport,
  listLinkImports,
} from './import/reading.ts';

const ImportRecord = Type.Object(
  {
    id: Type.Integer(),
    file: Type.String({ description: 'The name of the file, or the host that links are read from' }),
    state: Type.Enum(['reading', 'ready', 'unreadable', 'running', 'finished'], {
      description:
        '`reading`: the file is still being read; `ready`: it can be started; `unreadable`: see `problem`',
    }),
    format: Type.Enum([...formatNames], { description: 'As detected, or as set' }),
    duplicates: Type.Enum(['skip', 'rename'], { description: 'What happens to rows with a taken alias' }),
    rows: Type.Integer(),
    done: Type.Integer({ description: 'Rows that were imported or rejected' }),
    created: Type.Integer({ description: 'Links that were created' }),
    rejected: Type.Integer({ description: 'Rows that were rejected' }),
    problem: Type.String({ description: 'Why the file cannot be imported' }),
    date: Type.String(),
  },
  { title: 'Import' },
);

const toImportRecord = (found: LinkImport): Static<typeof ImportRecord> => ({
  id: Number(found.id),
  file: found.fileName,
  state: stateOf(found),
  format: found.format,
  duplicates: found.duplicates,
  rows: found.isFetching ? found.fetched : found.rowCount,
  done: found.startedAt ? Math.min(found.nextRow - 1, found.rowCount) : 0,
  created: found.created,
  rejected: found.refused,
  problem: found.problem ?? '',
  date: sqlDate(found.createdAt),
});

function stateOf({ finishedAt, startedAt, problem, isFetching, isChecked }: LinkImport) {
  if (finishedAt) return 'finished';
  if (startedAt) return 'running';
  if (problem !== null) return 'unreadable';
  return isFetching || !isChecked ? 'reading' : 'ready';
}

const PreviewRecord = Type.Object({
  columns: Type.Array(Type.String()),
  created: Type.Integer({ description: 'Links that would be created' }),
  rejected: Type.Integer({ description: 'Rows that would be rejected' }),
  rejections: Type.Array(
    Type.Object({ row: Type.Integer(), field: Type.String(), reason: Type.String(), url: Type.String() }),
    { description: 'The first of them' },
  ),
});

const toPreviewRecord = ({
  columns,
  created,
  refused,
  refusals,
}: ImportPreview): Static<typeof PreviewRecord> => ({
  columns: [...columns],
  created,
  rejected: refused,
  rejections: refusals.map(({ row, field, reason, address: url }) => ({ row, field, reason, url })),
});

const fields = Object.keys(fieldNames());
const ImportChange = Type.Object(
  {
    format: Type.Enum([...formatNames], { description: '`columns`: as `mapping` says' }),
    duplicates: Type.Enum(['skip', 'rename'], { default: 'skip' }),
    mapping: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 300 }), {
      default: {},
      maxProperties: 100,
      description: `Columns of the file by field, for the format \`columns\`: ${fields.join(', ')}`,
    }),
  },
  { title: 'ImportChange' },
);

/** A file is sent as it is, in parts. */
const File = (type: string, schema: object = { type: 'string' }, example?: unknown): TSchema =>
  Type.Unsafe<never>({ description: 'The file', content: { [type]: { schema, example } } });

const toFile = ({ type, body }: Download) =>
  new StreamAnswer(type, body instanceof Readable ? body : Readable.from(body)) as never;

const tag = 'Imports and exports';
const shared = { tag, access: 'member' } as const;

export const transferRoutes = [
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/imports',
    summary: 'List your imports',
    description: 'Extension. The latest 20.',
    returns: Answer({ imports: Type.Array(ImportRecord) }),
    handle: async ({ app, viewer }) => ({
      imports: (await listLinkImports(app, viewer)).map(toImportRecord),
    }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/import/add',
    verb: addLinkImport,
    summary: 'Upload a file of links',
    description:
      'Extension. A CSV or JSON file as multipart/form-data in the field `file`, of this service or another one. A job reads it: ' +
      'ask for the import until its state is `ready`, look at the preview, and start it. No link is created before.',
    files: { fields: ['file'], max: 1, bytes: ({ HOP_IMPORT_MIB }) => HOP_IMPORT_MIB * 1024 ** 2 },
    body: Type.Object({}),
    example: {},
    returns: Answer({ import: ImportRecord }),
    handle: async ({ app, viewer, files: [file] }) => {
      if (!file) throw invalid('file', msg('Choose a file'));
      return { import: toImportRecord(await addLinkImport(app, viewer, file)) };
    },
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/import/fetch',
    verb: addRemoteImport,
    summary: 'Read the links of another service or installation',
    description:
      'Extension. By the API of Bitly, Dub, Short.io or Rebrandly, or of an installation with an API like this one. The key is deleted when all are read.',
    body: Type.Object({
      from: Type.Optional(
        Type.Enum([...sourceNames], {
          default: 'gempixel',
          description: 'The service. `gempixel`: an installation at `address`; `short`: Short.io',
        }),
      ),
      address: Type.String({
        maxLength: 600,
        default: '',
        description: 'Of an installation, such as https://go.example.com',
      }),
      key: Type.String({ maxLength: 600, description: 'The API key or access token of the account there' }),
    }),
    example: { address: 'https://go.example.com', key: 'a1b2c3' },
    returns: Answer({ import: ImportRecord }),
    handle: async ({ app, viewer, body }) => {
      const id = await addRemoteImport(app, viewer, body);
      return { import: toImportRecord(await getLinkImport(app, viewer, id)) };
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/import/:id',
    summary: 'Get an import with its preview',
    description: 'Extension. The preview is null while the file is read, and after the start.',
    params: IdParams,
    returns: Answer({ import: ImportRecord, preview: Type.Union([PreviewRecord, Type.Null()]) }),
    handle: async ({ app, viewer, params }) => {
      const found = await getLinkImport(app, viewer, String(params.id));
      const preview = found.startedAt ? undefined : await findPreview(app, found.id);
      return { import: toImportRecord(found), preview: preview ? toPreviewRecord(preview) : null };
    },
  }),
  endpoint({
    ...shared,
    method: 'PUT',
    path: '/api/import/:id/update',
    verb: updateImport,
    summary: 'Change how a file is read',
    description: 'Extension. It is read again, so ask for its state again.',
    params: IdParams,
    body: ImportChange,
    example: { format: 'columns', duplicates: 'rename', mapping: { url: 'Target', alias: 'Slug' } },
    returns: Answer({ import: ImportRecord }),
    handle: async ({ app, viewer, params, body }) => {
      const mapping = Object.fromEntries(
        Object.entries(body.mapping).map(([field, column]) => {
          if (!fields.includes(field))
            throw invalid('mapping', msg('“{field}” is not a field of a link', { field }));
          return [field, column];
        }),
      );
      const changed = await updateImport(app, viewer, String(params.id), { ...body, mapping });
      return { import: toImportRecord(changed) };
    },
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/import/:id/start',
    verb: startLinkImport,
    summary: 'Start an import',
    description: 'Extension. Starting it again has no effect.',
    params: IdParams,
    returns: Answer({ import: ImportRecord }),
    handle: async ({ app, viewer, params }) => {
      await startLinkImport(app, viewer, String(params.id));
      return { import: toImportRecord(await getLinkImport(app, viewer, String(params.id))) };
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/import/:id/rejected',
    summary: 'Download the rejected rows',
    description: 'Extension. CSV with the reason of each.',
    params: IdParams,
    returns: File(
      'text/csv',
      undefined,
      'row,reason,field,url,alias\n3,“dashboard” is reserved. Choose another alias.,custom,https://example.com,dashboard\n',
    ),
    handle: async ({ app, viewer, params }) =>
      toFile(await exportRejectedRows(app, viewer, String(params.id))),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/import/:id/renamed',
    summary: 'Download the changed aliases',
    description: 'Extension. CSV of the links that got another alias than in the file.',
    params: IdParams,
    returns: File('text/csv', undefined, 'row,before,after\n3,spring,spring-2\n'),
    handle: async ({ app, viewer, params }) => toFile(await exportRenames(app, viewer, String(params.id))),
  }),
  endpoint({
    ...shared,
    method: 'DELETE',
    path: '/api/import/:id/delete',
    verb: deleteImport,
    summary: 'Cancel or delete an import',
    description:
      'Extension. Links that it created stay. If it is running, the remaining rows are not imported.',
    params: IdParams,
    returns: Message,
    handle: async ({ app, viewer, params }) => {
      await deleteImport(app, viewer, String(params.id));
      return { message: t('Import deleted. Links it created were not deleted.') };
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/export/links',
    verb: exportCsv,
    summary: 'Download all links as CSV',
    description: 'Extension. Streamed, in the columns that imports accept.',
    returns: File('text/csv', undefined, 'alias,url,title\nspring,https://example.com/spring,Spring\n'),
    handle: async ({ app, viewer }) => toFile(await exportCsv(app, viewer)),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/export/everything',
    verb: exportEverything,
    summary: 'Download everything you created as JSON',
    description:
      'Extension. Streamed: domains, tags, channels, campaigns, pixels and links, as imports accept them.',
    returns: File(
      'application/json',
      { type: 'object' },
      { format: 'hop', version: 1, domains: [], links: [] },
    ),
    handle: async ({ app, viewer }) => toFile(await exportEverything(app, viewer)),
  }),
];
