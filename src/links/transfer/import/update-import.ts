import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addJob } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Import } from './import.ts';
import { checkImportJob, jobOptions } from './import-jobs.ts';
import { getImport } from '../queries.ts';

/**
 * Changes the settings of an import and queues a job to parse the file again. A started import cannot be
 * changed.
 */
export async function updateImport(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: Pick<Import, 'format' | 'mapping' | 'duplicates'>,
): Promise<Import> {
  const before = await getImport(app, viewer, id);
  if (before.startedAt) throw invalid('format', t('This import has already started'));
  if (before.rowCount === 0)
    throw new Problem('conflict', before.problem ?? t('The file is still being read'));
  if (change.format === 'columns' && !change.mapping.url)
    throw invalid('map_url', t('Choose the column with the destination URL'));
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
  return getImport(app, viewer, id);
}
