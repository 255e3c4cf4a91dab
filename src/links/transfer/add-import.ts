import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { detectFormat, guessMapping } from './formats.ts';
import { mostRows, type Import } from './import.ts';
import { readImport } from './queries.ts';
import { readFile, type ReadFile } from './read-file.ts';

/** Takes a file in and finds out whose export it is. No link is made before `startImport`. */
export async function addImport(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  upload: { name: string; body: Buffer },
): Promise<Import> {
  const file = await readFile(upload.body);
  const rows = await countRows(file);
  if (rows === 0) throw invalid('file', 'The file has no rows below its first line');
  if (rows > mostRows)
    throw invalid('file', `The file has more than ${mostRows.toLocaleString('en')} rows; import it in parts`);
  const format = detectFormat(file.columns);
  return inTransaction(app, async (app) => {
    const { id } = await app.db
      .insertInto('links.import')
      .values({
        account_id: viewer.id,
        file_name: upload.name.slice(0, 200),
        format,
        mapping: JSON.stringify(format === 'columns' ? guessMapping(file.columns) : {}),
        row_count: rows,
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('links.import_file').values({ import_id: id, content: upload.body }).execute();
    return readImport(app, viewer, id);
  });
}

async function countRows(file: ReadFile): Promise<number> {
  const rows = file.rows()[Symbol.asyncIterator]();
  let count = 0;
  while (!(await rows.next()).done) count++;
  return count;
}
