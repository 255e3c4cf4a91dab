import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { App } from '../app.ts';
import type { DB } from './rows.gen.ts';

/**
 * Runs `work` in a transaction, giving it an App whose `db` is that transaction. Called inside another it
 * makes a savepoint, so that verbs compose: the inner one may fail and be caught while the outer continues.
 */
export async function inTransaction<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  return app.db.isTransaction ? atSavepoint(app, work) : begin(app, work);
}

async function begin<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const result = await app.db
    .transaction()
    .execute((db: Transaction<DB>) =>
      work({ ...app, db, afterCommit: (then) => void later.push(then) }).finally(() => savepointsOver(db)),
    );
  for (const then of later) then();
  return result;
}

/** The promise that the next savepoint of a transaction waits for. */
const turns = new WeakMap<App['db'], Promise<unknown>>();

/** A savepoint that is open, and what is around it. */
interface Open {
  /** The parent transaction. */
  in: App['db'];
  outer: Open | undefined;
  isOver: boolean;
}
const opened = new AsyncLocalStorage<Open>();

/**
 * PostgreSQL knows one innermost savepoint. Those that are wanted at the same time go one after the other, or one would end
 * what another began after it. So each has a `db` of its own, for the savepoints within it.
 */
async function atSavepoint<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const open: Open = { in: app.db, outer: opened.getStore(), isOver: false };
  for (let outer = open.outer; outer; outer = outer.outer)
    if (outer.in === open.in && !outer.isOver)
      throw new Error('inTransaction inside inTransaction wants the App that `work` was given');
  const run = () => opened.run(open, () => runAtSavepoint(app, work)).finally(() => (open.isOver = true));
  const turn = turns.get(app.db)?.then(run) ?? run();
  turns.set(
    app.db,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Where several began at once and one failed, the others must not go on on a connection that was given back. */
async function savepointsOver(db: App['db']): Promise<void> {
  for (let last; last !== turns.get(db);) {
    last = turns.get(db);
    await last;
  }
}

/** One name for all, of which PostgreSQL means the innermost: each other name would be one more statement to prepare. */
const [begun, released, undone] = [
  sql`savepoint inside`,
  sql`release savepoint inside`,
  sql`rollback to savepoint inside`,
];

async function runAtSavepoint<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const db = app.db.withoutPlugins();
  await begun.execute(app.db);
  try {
    const result = await work({ ...app, db, afterCommit: (then) => void later.push(then) }).finally(() =>
      savepointsOver(db),
    );
    await released.execute(app.db);
    for (const then of later) app.afterCommit(then);
    return result;
  } catch (error) {
    await undone.execute(app.db);
    // It is still there, and would hide the one around it.
    await released.execute(app.db);
    throw error;
  }
}
