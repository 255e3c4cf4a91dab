import { type Static, Type } from 'typebox';
import { deleteExport, listExports, openExport, requestExport } from '../../identity/exports/exports.ts';
import type { DataExport } from '../../identity/exports/exports.ts';
import { sqlDate } from '../../kernel/time.ts';
import { endpoint, StreamAnswer } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { IdParams, Message } from '../owned/api.ts';
import { hopExport } from './hop-export.ts';

const ArchiveRecord = Type.Object(
  {
    id: Type.Integer(),
    state: Type.Enum(['preparing', 'ready']),
    bytes: Type.Integer({ description: '0 until it is ready' }),
    date: Type.String(),
    expires: Type.String({ description: 'When it is deleted' }),
  },
  { title: 'Archive' },
);

const toArchiveRecord = (found: DataExport): Static<typeof ArchiveRecord> => ({
  id: Number(found.id),
  state: found.readyAt ? 'ready' : 'preparing',
  bytes: found.bytes ?? 0,
  date: sqlDate(found.requestedAt),
  expires: sqlDate(found.expiresAt),
});

// An archive has all data of the account, so keys need the scope of changes to the account for it.
const shared = { tag: 'Account', access: 'member', scope: 'write' } as const;

/** Archives of all data of the account, which a job prepares. */
export const archiveRoutes = [
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/account/exports',
    summary: 'List the archives of your data',
    description: 'Extension. Needs a key with the scope `account:write`.',
    returns: Answer({ archives: Type.Array(ArchiveRecord) }),
    handle: async ({ app, viewer }) => ({
      archives: (await listExports(app, hopExport, viewer)).map(toArchiveRecord),
    }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/account/export/start',
    verb: requestExport,
    status: 202,
    summary: 'Prepare an archive of your data',
    description:
      'Extension. Needs a key with the scope `account:write`. One at a time. You get an email when it is ready.',
    returns: Answer({ archive: ArchiveRecord }),
    handle: async ({ app, viewer }) => {
      await requestExport(app, hopExport, viewer);
      const [newest] = await listExports(app, hopExport, viewer);
      if (!newest) throw new Error('The archive that was requested is not listed');
      return { archive: toArchiveRecord(newest) };
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/account/export/:id/download',
    summary: 'Download an archive of your data',
    description: 'Extension. Needs a key with the scope `account:write`.',
    params: IdParams,
    returns: Type.Unsafe<never>({
      description: 'A ZIP file',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    }),
    handle: async ({ app, viewer, params }) => {
      const { stream } = await openExport(app, hopExport, viewer, String(params.id));
      return new StreamAnswer('application/zip', stream) as never;
    },
  }),
  endpoint({
    ...shared,
    method: 'DELETE',
    path: '/api/account/export/:id/delete',
    verb: deleteExport,
    summary: 'Cancel or delete an archive of your data',
    description: 'Extension. Needs a key with the scope `account:write`.',
    params: IdParams,
    returns: Message,
    handle: async ({ app, viewer, params }) => {
      await deleteExport(app, hopExport, viewer, String(params.id));
      return { message: 'Archive deleted' };
    },
  }),
];
