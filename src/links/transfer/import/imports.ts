import { sql } from 'kysely';
import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { days, hours } from '../../../kernel/time.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../../platform/app.ts';
import { addJob, job, type JobOptions } from '../../../platform/jobs/jobs.ts';
import { checkImport } from './check-import.ts';
import type { LinkImport } from './import.ts';
import { getLinkImport } from './reading.ts';
import { runLinkImport } from './run-import.ts';

/** Maximum pending files per account. */
const maxWaiting = 5;

/**
 * Stores a file. A job detects its format and creates a preview. No links are created before `startLinkImport`.
 */
export const addLinkImport = verb(
  { name: 'transfer.import', who: 'member', limit: perAccount(60, hours(1)) },
  async (
    app,
    viewer: Pick<Viewer, 'id' | 'rights'>,
    upload: { name: string; body: Buffer },
  ): Promise<LinkImport> => {
    const { body } = upload;
    // A file can have links on any domain.
    if (viewer.rights?.domains)
      throw new Problem('forbidden', msg('Importing requires rights on all domains of the workspace'));
    if (body.length === 0) throw invalid('file', msg('The file is empty'));
    if (!isUtf8(body) || body.includes(0))
      throw invalid('file', msg('The file is not UTF-8 text. Save it as CSV (UTF-8) or JSON.'));
    return inTransaction(app, async (app) => {
      await refuseMoreFiles(app, viewer);
      const { id } = await app.db
        .insertInto('links.import')
        .values({
          account_id: viewer.id,
          file_name: upload.name.slice(0, 200),
          format: 'columns',
          row_count: 0,
          created_at: app.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.db.insertInto('links.import_file').values({ import_id: id, content: body }).execute();
      await addJob(app, checkImportJob, { id }, jobOptions(viewer.id, `check:${id}`));
      return getLinkImport(app, viewer, id);
    });
  },
);

/** Locks the account, so that concurrent uploads count each other. */
export async function refuseMoreFiles({ db }: Pick<App, 'db'>, { id }: Pick<Viewer, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('links.import'), (${id}::bigint % 2147483647)::integer)`.execute(
    db,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from links.import where account_id = ${id} and finished_at is null`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= maxWaiting)
    throw new Problem(
      'conflict',
      msg('You have {maxWaiting} pending imports. Delete one first.', { maxWaiting }),
      {
        field: 'file',
      },
    );
}

/**
 * Changes the settings of an import and queues a job to parse the file again. A started import cannot be
 * changed.
 */
export const updateImport = verb(
  { name: 'transfer.update', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    id: string,
    change: Pick<LinkImport, 'format' | 'mapping' | 'duplicates'>,
  ): Promise<LinkImport> => {
    const before = await getLinkImport(app, viewer, id);
    if (before.startedAt) throw invalid('format', msg('This import has already started'));
    if (before.rowCount === 0)
      throw new Problem('conflict', before.problem ?? msg('The file is still being read'));
    if (change.format === 'columns' && !change.mapping.url)
      throw invalid('map_url', msg('Choose the column with the destination URL'));
    await inTransaction(app, async (app) => {
      await app.db
        .updateTable('links.import')
        .set({
          format: change.format,
          mapping: JSON.stringify(change.mapping),
          duplicates: change.duplicates,
          reading: sql`reading + 1`,
          preview: null,
          problem: null,
        })
        .where('id', '=', id)
        .where('started_at', 'is', null)
        .execute();
      await addJob(app, checkImportJob, { id }, jobOptions(viewer.id, `check:${id}`));
    });
    return getLinkImport(app, viewer, id);
  },
);

/** Starts an import. Repeated calls have no effect. */
export const startLinkImport = verb(
  { name: 'transfer.start', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const found = await getLinkImport(app, viewer, id);
      if (found.problem !== null) throw invalid('format', found.problem);
      if (found.rowCount === 0)
        throw new Problem('conflict', msg('The file is still being read'), { retryAfter: 2 });
      const started = await app.db
        .updateTable('links.import')
        .set({ started_at: app.clock.now() })
        .where('id', '=', id)
        .where('started_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (started) await addJob(app, runLinkImportJob, { id }, jobOptions(viewer.id, id));
    });
  },
);

/**
 * Deletes an import and its file. Created links stay. If it is running, the remaining rows are not imported.
 */
export const deleteImport = verb(
  { name: 'transfer.delete', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await getLinkImport(app, viewer, id);
    await app.db.deleteFrom('links.import').where('id', '=', id).execute();
  },
);

export const OneImport = Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) });

export const checkImportJob = job('links.check-import', OneImport, checkImport, { runner: 'import' });
export const runLinkImportJob = job('links.import', OneImport, runLinkImport, { runner: 'import' });

/** An account's files are parsed and imported one after the other. */
export const jobOptions = (accountId: string, key: string): JobOptions => ({
  key: `links.import:${key}`,
  queue: `links.import:${accountId}`,
});

/** Deletes imports that were not started within a week, with their files, and reports after three months. */
export async function purgeLinkImports({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = (age: number) => new Date(clock.now().getTime() - age);
  await db
    .deleteFrom('links.import')
    .where((row) =>
      row.or([
        row.and([row('started_at', 'is', null), row('created_at', '<', before(days(7)))]),
        row('finished_at', '<', before(days(90))),
      ]),
    )
    .execute();
}
