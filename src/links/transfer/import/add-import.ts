import { t } from '../../../kernel/translation/translate.ts';
import { isUtf8 } from 'node:buffer';
import { sql } from 'kysely';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addJob } from '../../../platform/jobs.ts';
import type { Import } from './import.ts';
import { checkImportJob, jobOptions } from './import-jobs.ts';
import { getImport } from '../queries.ts';

/** Maximum pending files per account. */
const maxWaiting = 5;

/**
 * Stores a file. A job detects its format and creates a preview. No links are created before `startImport`.
 */
export async function addImport(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  upload: { name: string; body: Buffer },
): Promise<Import> {
  const { body } = upload;
  if (body.length === 0) throw invalid('file', t('The file is empty'));
  if (!isUtf8(body) || body.includes(0))
    throw invalid('file', t('The file is not UTF-8 text. Save it as CSV (UTF-8) or JSON.'));
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
    return getImport(app, viewer, id);
  });
}

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
      t('You have {maxWaiting} pending imports. Delete one first.', { maxWaiting }),
      {
        field: 'file',
      },
    );
}
