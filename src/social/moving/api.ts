import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';
import type { Config } from '../../platform/settings/config.ts';
import { inviteImported } from './community/invite.ts';
import { archiveFormats, importedKinds } from './formats.ts';
import {
  entriesOnPage,
  entryStates,
  getImport,
  type Import,
  importStates,
  listArchiveEntries,
  listImports,
} from './import.ts';
import { exportedLists, formatPeopleList, formatPeopleLists } from './people-lists.ts';
import { addImport, cancelImport, startImport, undoImport } from './imports.ts';

const member = operations('Imports', 'member');
const operator = operations('Imports', 'operator');
const path = '/apis/php/imports';

/** The upload of an archive. */
export const archiveFile = {
  fields: ['file'],
  max: 1,
  bytes: ({ PLAZA_IMPORT_MIB }: Config) => PLAZA_IMPORT_MIB * 1024 ** 2,
};

const ImportRecord = Type.Object(
  {
    id: Type.String(),
    file: Type.String({ description: 'The name of the file' }),
    state: Type.Enum([...importStates], {
      description: '`ready`: look at the counts, and start it; `unreadable`: see `problem`',
    }),
    format: Type.Enum(Object.keys(archiveFormats), { description: 'The program that the archive is from' }),
    from: Type.String({ description: 'The account or address there, as the archive says' }),
    problem: Type.String({ description: 'Why the file cannot be imported' }),
    counts: Type.Array(
      Type.Object({ kind: Type.String(), state: Type.Enum([...entryStates]), count: Type.Integer() }),
      {
        description:
          'Entries by kind and state. `known`: it was here before; `skipped`: not chosen, or a kind that is not imported (`boost`, `direct`, `favorite`, `not_public`); `failed`: not imported for a reason, as lines that cannot be read (`unreadable`); `kept`: others replied to it before the import was undone',
      },
    ),
    created: Type.String({ description: 'ISO 8601' }),
  },
  { title: 'ArchiveImport' },
);

const toRecord = ({
  id,
  fileName,
  state,
  format,
  from,
  problem,
  counts,
  createdAt,
}: Import): Static<typeof ImportRecord> => ({
  ...{ id, file: fileName, state, format, from, problem },
  counts: counts.map(({ n, ...rest }) => ({ ...rest, count: n })),
  created: createdAt.toISOString(),
});

export const movingRoutes = [
  member.get({
    path,
    summary: 'List your imports',
    description: 'Extension. The latest 20.',
    returns: Envelope(Type.Array(ImportRecord)),
    handle: async ({ app, viewer }) => ({ data: (await listImports(app, viewer)).map(toRecord) }),
  }),
  member.post({
    path,
    verb: addImport,
    summary: 'Upload an archive',
    description:
      'Extension. The archive of an account of Mastodon or Plaza (`.zip` or `.tar.gz`), a list of Mastodon (`following_accounts.csv`, `muted_accounts.csv`, `blocked_accounts.csv`, `lists.csv`), the `people_lists.json` of Plaza, or the export of WordPress (`.xml`), Ghost (`.json`) or Substack (`.zip`), as multipart/form-data in the field `file`. Operators can also send the backup of a Discourse forum (`.tar.gz` or `.sql.gz`). A job reads it: ask for the import until its state is `ready`, and start it. Nothing is imported before.',
    files: archiveFile,
    body: Type.Object({}),
    example: {},
    returns: Envelope(ImportRecord),
    handle: async ({ app, viewer, files: [upload] }) => {
      if (!upload?.file) throw invalid('file', msg('Choose a file'));
      return { data: toRecord(await addImport(app, viewer, { name: upload.name, file: upload.file })) };
    },
  }),
  member.get({
    path: `${path}/people-list`,
    summary: 'Export whom you block or mute',
    description: 'Extension. As CSV of Mastodon, which can be imported here and there. The latest 20,000.',
    query: Type.Object({ list: Type.Enum([...exportedLists]) }),
    returns: Envelope(Type.Object({ csv: Type.String() })),
    handle: async ({ app, viewer, query }) => ({
      data: { csv: await formatPeopleList(app, viewer, query.list) },
    }),
  }),
  member.get({
    path: `${path}/people-lists`,
    summary: 'Export whom you block and mute',
    description:
      'Extension. Saved as `people_lists.json`, it can be imported here and at other installations. The latest 20,000 of each.',
    returns: Envelope(
      Type.Object({
        from: Type.String(),
        blocked: Type.Array(Type.String()),
        muted: Type.Array(Type.String()),
      }),
    ),
    handle: async ({ app, viewer }) => ({ data: await formatPeopleLists(app, viewer) }),
  }),
  member.get({
    path: `${path}/one`,
    summary: 'Get an import',
    description: 'Extension. With its counts, which are the preview, the progress and the result.',
    query: ById,
    returns: Envelope(ImportRecord),
    handle: async ({ app, viewer, query }) => ({ data: toRecord(await getImport(app, viewer, query.id)) }),
  }),
  member.get({
    path: `${path}/entries`,
    summary: 'List the entries of an import',
    description: `Extension. In order, ${entriesOnPage} per page, with the reason of what was not imported.`,
    query: Type.Object({
      id: Id,
      state: Type.Optional(Type.Enum([...entryStates])),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2 ** 31 - 1,
          description: 'The next_cursor of the previous page',
        }),
      ),
    }),
    returns: PageEnvelope(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'Its position in the import' }),
          position: Type.Integer(),
          kind: Type.String(),
          source: Type.String({ description: 'The address of a post there, or the name of a person' }),
          state: Type.Enum([...entryStates]),
          reason: Type.String(),
          post_id: Type.Union([Type.String(), Type.Null()], { description: 'The post here' }),
        }),
      ),
    ),
    handle: async ({ app, viewer, query: { id, state, after = 0 } }) => {
      const rows = await listArchiveEntries(app, viewer, id, { ...(state && { states: [state] }), after });
      const shown = rows.slice(0, entriesOnPage);
      const data = shown.map(({ postId, ...row }) => ({ ...row, id: String(row.position), post_id: postId }));
      const last = rows.length > entriesOnPage ? shown.at(-1) : undefined;
      return { data, ...nextPlace(last && String(last.position)) };
    },
  }),
  member.post({
    path: `${path}/start`,
    verb: startImport,
    summary: 'Start an import',
    description:
      'Extension. Posts keep their dates, and nobody is told about them. Starting it again has no effect.',
    body: Type.Object({
      id: Id,
      kinds: Type.Optional(
        Type.Array(Type.Enum([...importedKinds]), {
          maxItems: 20,
          description:
            'What to import. Everything but `reply` if it is omitted: replies to others, as posts of their own',
        }),
      ),
    }),
    example: { id: '12', kinds: ['post', 'follow', 'block'] },
    returns: Envelope(ImportRecord),
    handle: async ({ app, viewer, body }) => {
      await startImport(app, viewer, body.id, body.kinds);
      return { data: toRecord(await getImport(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: `${path}/undo`,
    verb: undoImport,
    summary: 'Undo an import',
    description: 'Extension. Removes what it added, except for posts that others commented on or shared.',
    body: ById,
    example: { id: '12' },
    returns: Envelope(ImportRecord),
    handle: async ({ app, viewer, body }) => {
      await undoImport(app, viewer, body.id);
      return { data: toRecord(await getImport(app, viewer, body.id)) };
    },
  }),
  operator.post({
    path: `${path}/invite`,
    verb: inviteImported,
    summary: 'Invite the people of an import',
    description:
      'Extension. Emails each person of a finished import of a community once that their account is here. Repeated calls email nobody twice.',
    body: ById,
    example: { id: '12' },
    returns: Done,
    handle: async ({ app, viewer, body }) => {
      await inviteImported(app, viewer, body.id);
      return { message: 'Emails are being sent' };
    },
  }),
  member.post({
    path: `${path}/cancel`,
    verb: cancelImport,
    summary: 'Cancel an import',
    description:
      'Extension. Stops it if it is running; what it added stays. Deletes it if it was not started.',
    body: ById,
    example: { id: '12' },
    returns: Done,
    handle: async ({ app, viewer, body }) => {
      await cancelImport(app, viewer, body.id);
      return { message: 'Canceled' };
    },
  }),
];
