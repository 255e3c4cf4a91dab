import { t } from '../../../kernel/translation/translate.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addJob } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { jobOptions, runImportJob } from './import-jobs.ts';
import { getImport } from '../queries.ts';

/** Starts an import. Repeated calls have no effect. */
export async function startImport(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const found = await getImport(app, viewer, id);
    if (found.problem !== null) throw invalid('format', found.problem);
    if (found.rowCount === 0)
      throw new Problem('conflict', t('The file is still being read'), { retryAfter: 2 });
    const started = await app.db
      .updateTable('links.import')
      .set({ started_at: app.clock.now() })
      .where('id', '=', id)
      .where('started_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (started) await addJob(app, runImportJob, { id }, jobOptions(viewer.id, id));
  });
}

/**
 * Deletes an import and its file. Created links stay. If it is running, the remaining rows are not imported.
 */
export async function deleteImport(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await getImport(app, viewer, id);
  await app.db.deleteFrom('links.import').where('id', '=', id).execute();
}
