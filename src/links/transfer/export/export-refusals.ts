import type { App } from '../../../platform/app.ts';
import { csvSheet } from '../../../platform/archive/csv-sheet.ts';
import type { Download } from '../../../platform/http/endpoint.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { getImport } from '../queries.ts';

const batch = 1000;

/** Exports the rejected rows of an import with reasons as CSV. */
export async function exportRejectedRows(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Download> {
  await getImport(app, viewer, id);
  return {
    type: 'text/csv; charset=utf-8',
    body: csvSheet(walkRefusals(app, id), { columns: ['row', 'reason', 'field', 'url', 'alias'] }),
    headers: { 'content-disposition': `attachment; filename="refused-rows-${id}.csv"` },
  };
}

/** Exports the links that were created with another alias than in the file as CSV. */
export async function exportRenames(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Download> {
  await getImport(app, viewer, id);
  return {
    type: 'text/csv; charset=utf-8',
    body: csvSheet(walkRenames(app, id), { columns: ['row', 'before', 'after'] }),
    headers: { 'content-disposition': `attachment; filename="changed-aliases-${id}.csv"` },
  };
}

async function* walkRenames({ db }: Pick<App, 'db'>, id: string) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('links.import_rename')
      .select(['row_number as row', 'alias_before as before', 'alias_after as after'])
      .where('import_id', '=', id)
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(batch)
      .execute();
    yield* rows;
    after = rows.at(-1)?.row ?? after;
    if (rows.length < batch) return;
  }
}

async function* walkRefusals({ db }: Pick<App, 'db'>, id: string) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('links.import_refusal')
      .select(['row_number as row', 'reason', 'field', 'address as url', 'alias'])
      .where('import_id', '=', id)
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(batch)
      .execute();
    yield* rows;
    after = rows.at(-1)?.row ?? after;
    if (rows.length < batch) return;
  }
}
