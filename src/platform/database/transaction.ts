import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { App } from '../app.ts';
import type { DB } from './rows.gen.ts';

/**
 * Runs `work` in a transaction, giving it an App whose `db` is that transaction. Called inside another it
 * makes a savepoint, so that verbs compose: the inner one may fail and be caught while the outer goes on.
 */
export async function inTransaction<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  return app.db.isTransaction ? atSavepoint(app, work) : begin(app, work);
}

async function begin<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const result = await app.db
    .transaction()
    .execute((db: Transaction<DB>) => work({ ...app, db, afterCommit: (then) => void later.push(then) }));
  for (const then of later) then();
  return result;
}

let savepoints = 0;

async function atSavepoint<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const name = sql.id(`inner_${(savepoints += 1)}`);
  const later: (() => void)[] = [];
  await sql`savepoint ${name}`.execute(app.db);
  try {
    const result = await work({ ...app, afterCommit: (then) => void later.push(then) });
    await sql`release savepoint ${name}`.execute(app.db);
    for (const then of later) app.afterCommit(then);
    return result;
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(app.db);
    throw error;
  }
}
