import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Import } from './import.ts';
import { readImport } from './queries.ts';

/** Reads the file in another way. What has begun can no longer be changed. */
export async function updateImport(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: Pick<Import, 'format' | 'mapping' | 'duplicates'>,
): Promise<Import> {
  const before = await readImport(app, viewer, id);
  if (before.startedAt) throw invalid('format', 'This import has begun already');
  if (change.format === 'columns' && !change.mapping.url)
    throw invalid('map_url', 'Choose the column with the long address');
  await app.db
    .updateTable('links.import')
    .set({
      format: change.format,
      mapping: JSON.stringify(change.mapping),
      duplicates: change.duplicates,
    })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .execute();
  return { ...before, ...change };
}
