import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { tagLinks } from '../tags/tag-links.ts';
import { toRefusal } from './check-import.ts';
import { formats } from './formats.ts';
import type { Import } from './import.ts';
import { makeLink } from './make-link.ts';
import { readOwner } from './owner.ts';
import { hashLinkPassword } from '../links/link-password.ts';
import { planLink, type Owner, type PlannedLink } from './plan-link.ts';
import type { Refusal } from './preview.ts';
import { readContent, selectImports } from './queries.ts';
import { readFile } from './read-file.ts';
import type { Cells, ImportedLink } from './row.ts';

type Running = Import & { accountId: string };

/** Small enough that progress can be seen, large enough that the commit costs little. */
const batch = 100;

/**
 * Makes the links of an import that has begun, from the row that is next. A batch and the number of the next row are
 * one transaction: whoever was cut off, and whoever runs at the same time, makes no link twice.
 */
export async function runImport(app: App, { id }: { id: string }): Promise<void> {
  const running = await findRunning(app, id);
  if (!running) return;
  const file = await readFile(await readContent(app, id));
  const owner = await readOwner(app, { id: running.accountId });
  let next = running.nextRow;
  let row = 0;
  let cells: Cells[] = [];
  for await (const line of file.rows()) {
    row++;
    if (row < next) continue;
    cells.push(line);
    if (cells.length < batch) continue;
    if (!(await takeBatch(app, running, next, await prepareRows(running, owner, cells)))) return;
    next += cells.length;
    cells = [];
  }
  if (cells.length > 0 && !(await takeBatch(app, running, next, await prepareRows(running, owner, cells))))
    return;
  await finish(app, id);
}

const findRunning = (app: App, id: string): Promise<Running | undefined> =>
  selectImports(app)
    .select('import.account_id as accountId')
    .where('import.id', '=', id)
    .where('import.started_at', 'is not', null)
    .where('import.finished_at', 'is', null)
    .executeTakeFirst();

interface PreparedRow {
  link: ImportedLink;
  /** What it will make, with its password hashed; or why it can make nothing. */
  plan: PlannedLink | Problem;
}

/** Reads and hashes what a batch needs before its transaction. */
async function prepareRows(running: Running, owner: Owner, rows: readonly Cells[]): Promise<PreparedRow[]> {
  const prepared: PreparedRow[] = [];
  for (const cells of rows) {
    const link = formats[running.format].toLink(cells, running.mapping);
    prepared.push({ link, plan: await prepareLink(running, owner, link) });
  }
  return prepared;
}

async function prepareLink(
  { accountId }: Running,
  owner: Owner,
  link: ImportedLink,
): Promise<PlannedLink | Problem> {
  try {
    const plan = planLink(link, owner);
    const password = await hashLinkPassword({ id: accountId }, plan.input.password);
    return { ...plan, input: { ...plan.input, password } };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return error;
    throw error;
  }
}

/** Whether it was this process that took the rows: another one may have, or the import is gone. */
function takeBatch(app: App, running: Running, first: number, rows: readonly PreparedRow[]): Promise<boolean> {
  return inTransaction(app, async (app) => {
    const { id } = running;
    const now = await app.db
      .selectFrom('links.import')
      .select('next_row')
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (now?.next_row !== first) return false;
    const refusals: Refusal[] = [];
    const tagged = new Map<string, string[]>();
    for (const [index, row] of rows.entries()) {
      const refusal = await takeRow(app, running, first + index, row, tagged);
      if (refusal) refusals.push(refusal);
    }
    for (const [name, ids] of tagged) await tagLinks(app, { id: running.accountId }, ids, name);
    if (refusals.length > 0)
      await app.db
        .insertInto('links.import_refusal')
        .values(refusals.map(({ row, ...told }) => ({ import_id: id, row_number: row, ...told })))
        .execute();
    await app.db
      .updateTable('links.import')
      .set((eb) => ({
        next_row: first + rows.length,
        made: eb('made', '+', rows.length - refusals.length),
        refused: eb('refused', '+', refusals.length),
      }))
      .where('id', '=', id)
      .execute();
    return true;
  });
} // prettier-ignore

/** Makes the link of one row, or says why it cannot be made. Its tags are noted: they come by the batch. */
async function takeRow(
  app: App,
  { accountId, duplicates }: Running,
  row: number,
  { link, plan }: PreparedRow,
  tagged: Map<string, string[]>,
): Promise<Refusal | undefined> {
  try {
    if (plan instanceof Problem) throw plan;
    const { id } = await inTransaction(app, (app) => makeLink(app, { id: accountId }, plan, duplicates));
    for (const tag of plan.tags) tagged.set(tag, [...(tagged.get(tag) ?? []), id]);
    return undefined;
  } catch (error) {
    // The database away is no fault of the row: the job breaks off, and goes on later.
    if (error instanceof Problem && error.status < 500) return toRefusal(row, link, error);
    throw error;
  }
}

async function finish({ db, clock }: App, id: string): Promise<void> {
  await db.updateTable('links.import').set({ finished_at: clock.now() }).where('id', '=', id).execute();
  await db.deleteFrom('links.import_file').where('import_id', '=', id).execute();
}
