import { sql } from 'kysely';
import { Type } from 'typebox';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { days, hours } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { newPath } from '../../platform/files/path.ts';
import { addJob, jobKind, type JobOptions } from '../../platform/jobs/jobs.ts';
import { formatNamed } from './formats.ts';
import { getImport, type Import } from './import.ts';

const maxPending = 3;

const OneImport = Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) });
export const readImportJob = jobKind('social.read-import', OneImport);
export const runImportJob = jobKind('social.run-import', OneImport);
export const undoImportJob = jobKind('social.undo-import', OneImport);
export const inviteImportedJob = jobKind('social.invite-imported', OneImport);

/**
 * What an account imports is done one after the other, and so are communities, whoever imports them: two of the same would
 * each add what the other has not added yet.
 */
const inTurn = (accountId: string, format?: Import['format']): JobOptions => ({
  queue: `social.import:${format !== undefined && formatNamed(format).isCommunity ? 'community' : accountId}`,
});

/** Stores an archive of another service, or one of its lists. A job reads it. Nothing is imported before `startImport`. */
export const addImport = verb(
  { name: 'moving.add', who: 'member', limit: perAccount(10, hours(1)) },
  async (app, viewer: Pick<Viewer, 'id'>, upload: { name: string; file: string }): Promise<Import> => {
    const type = 'application/octet-stream';
    const path = newPath('imports', type, app.clock.now());
    await app.files.putFile(path, upload.file, type);
    try {
      return await inTransaction(app, async (app) => {
        await refuseMore(app, viewer);
        const { id } = await app.db
          .insertInto('social.import')
          .values({
            account_id: viewer.id,
            file_name: upload.name.slice(0, 200),
            path,
            state: 'reading',
            created_at: app.clock.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await addJob(app, readImportJob, { id }, inTurn(viewer.id));
        return getImport(app, viewer, id);
      });
    } catch (error) {
      await app.files.remove(path);
      throw error;
    }
  },
);

async function refuseMore(app: App, viewer: Pick<Viewer, 'id'>): Promise<void> {
  await lockRow(app, 'identity.account', viewer.id);
  const { n } = await app.db
    .selectFrom('social.import')
    .where('account_id', '=', viewer.id)
    .where('path', 'is not', null)
    .select(sql<number>`count(*)::integer`.as('n'))
    .executeTakeFirstOrThrow();
  if (n >= maxPending)
    throw new Problem(
      'conflict',
      msg('You have {max} pending imports. Delete one first.', { max: maxPending }),
      {
        field: 'file',
      },
    );
}

/** Starts an import of some kinds of entries, or of those that are chosen by default. Repeated calls have no effect. */
export const startImport = verb(
  { name: 'moving.start', who: 'member' },
  async (app, viewer: Viewer, id: string, given: readonly string[] | undefined): Promise<void> => {
    const { state, format } = await getImport(app, viewer, id);
    requireRole(viewer, format);
    const { kinds: known, unchosen } = formatNamed(format);
    const kinds = known.filter((kind) => given?.includes(kind) ?? !unchosen.includes(kind));
    if (state === 'unreadable') throw invalid('id', msg('This file cannot be imported'));
    if (state === 'reading')
      throw new Problem('conflict', msg('The file is still being read'), { retryAfter: 2 });
    if (kinds.length === 0) throw invalid('kinds', msg('Choose what to import'));
    await change(app, viewer, id, 'ready', async (app) => {
      await app.db
        .updateTable('social.import')
        .set({ state: 'running', kinds, started_at: app.clock.now(), redirects: may(viewer, 'operate') })
        .where('id', '=', id)
        .execute();
      await addJob(app, runImportJob, { id }, inTurn(viewer.id, format));
    });
  },
);

/** Removes what a finished import added, except for what others replied to. */
export const undoImport = verb(
  { name: 'moving.undo', who: 'member' },
  async (app, viewer: Viewer, id: string): Promise<void> => {
    const { state, format } = await getImport(app, viewer, id);
    requireRole(viewer, format);
    if (state !== 'finished' && state !== 'undoing' && state !== 'undone')
      throw new Problem('conflict', msg('Only a finished import can be undone'));
    await change(app, viewer, id, 'finished', async (app) => {
      await app.db.updateTable('social.import').set({ state: 'undoing' }).where('id', '=', id).execute();
      await addJob(app, undoImportJob, { id }, inTurn(viewer.id, format));
    });
  },
);

/** Whoever uploaded the dump of a community may no longer be an operator. */
function requireRole(viewer: Viewer, format: Import['format']): void {
  if (formatNamed(format).isCommunity && !may(viewer, 'operate'))
    throw new Problem('forbidden', msg('Only operators can import a community'));
}

/** Stops an import, or deletes its file before it starts. What it added stays, and can be undone. */
export const cancelImport = verb(
  { name: 'moving.cancel', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await getImport(app, viewer, id);
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.import', id);
      const { state, path } = await app.db
        .selectFrom('social.import')
        .where('id', '=', id)
        .select(['state', 'path'])
        .executeTakeFirstOrThrow();
      if (state === 'running') await endImport(app, id);
      else if (['reading', 'ready', 'unreadable'].includes(state)) {
        await app.db.deleteFrom('social.import').where('id', '=', id).execute();
        if (path !== null) app.afterCommit(() => void app.files.remove(path));
      }
    });
  },
);

/** Calls `work` with the import locked, if it is in this state. */
const change = (
  app: App,
  _viewer: Pick<Viewer, 'id'>,
  id: string,
  state: Import['state'],
  work: (app: App) => Promise<void>,
): Promise<void> =>
  inTransaction(app, async (app) => {
    await lockRow(app, 'social.import', id);
    const found = await app.db
      .selectFrom('social.import')
      .where('id', '=', id)
      .where('state', '=', state)
      .select('id')
      .executeTakeFirst();
    if (found) await work(app);
  });

/** Ends a running import, with its file and what was not imported. */
export async function endImport(app: App, id: string): Promise<void> {
  const row = await app.db.selectFrom('social.import').where('id', '=', id).select('path').executeTakeFirst();
  await app.db
    .updateTable('social.import')
    .set({ state: 'finished', finished_at: app.clock.now(), path: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
  await app.db
    .updateTable('social.import_entry')
    .set({ state: 'skipped', content: null })
    .where('import_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  const path = row?.path;
  if (path) app.afterCommit(() => void app.files.remove(path));
}

/** Deletes archives that were not started within a week. */
export async function purgeImports(app: App): Promise<void> {
  const rows = await app.db
    .deleteFrom('social.import')
    .where('state', 'in', ['reading', 'ready'])
    .where('created_at', '<', new Date(app.clock.now().getTime() - days(7)))
    .returning('path')
    .execute();
  for (const { path } of rows) if (path !== null) await app.files.remove(path);
}
