import { sql } from 'kysely';
import { missing, type Message } from '../kernel/problem.ts';
import { hours } from '../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../platform/app.ts';

/** Tables of what people own, of which the last deleted row of a person can be restored. */
type Undoable = 'social.people_list' | 'social.saved_folder' | 'social.filter';

const undoWithin = hours(1);

/** Deletes a row of the viewer. `undoDeletion` can undo it for an hour, until another one is deleted. */
export const deleteWithUndo = (app: App, viewer: Pick<Viewer, 'id'>, table: Undoable, id: string) =>
  inTransaction(app, async ({ db, clock }) => {
    const name = sql.table(table);
    await sql`delete from ${name} where account_id = ${viewer.id} and deleted_at is not null`.execute(db);
    await sql`update ${name} set deleted_at = ${clock.now()} where account_id = ${viewer.id} and id = ${id}`.execute(
      db,
    );
  });

/** Undoes `deleteWithUndo`. `name`: the noun of what is missing if it cannot be undone. */
export async function undoDeletion(
  { db, clock }: App,
  viewer: Pick<Viewer, 'id'>,
  { table, id, name }: { table: Undoable; id: string; name: Message },
): Promise<void> {
  const since = new Date(clock.now().getTime() - undoWithin);
  const { numAffectedRows } = await sql`update ${sql.table(table)} set deleted_at = null
    where account_id = ${viewer.id} and id = ${id} and deleted_at > ${since}`.execute(db);
  if (numAffectedRows !== 1n) throw missing(name);
}
