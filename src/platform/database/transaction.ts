import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { App } from '../app.ts';
import type { DB } from './rows.gen.ts';

/**
 * Runs `work` in a transaction with an App whose `db` is that transaction. Inside another transaction it
 * creates a savepoint, so domain functions compose: the inner one can fail and be caught while the outer one
 * continues.
 */
export async function inTransaction<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  return app.db.isTransaction ? atSavepoint(app, work) : begin(app, work);
}

/** Claims the key of a request in its first transaction, so that a repeated request changes nothing. */
export interface Claim {
  /** Throws if the key has been used. */
  enter(within: App): Promise<void>;
  /** The transaction was rolled back. */
  leave(): void;
}

async function begin<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const { claim } = app;
  const run = async (db: Transaction<DB>): Promise<T> => {
    const within: App = { ...app, db, claim: undefined, afterCommit: (then) => void later.push(then) };
    await claim?.enter(within);
    return work(within).finally(() => savepointsOver(db));
  };
  const result = await app.db
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      claim?.leave();
      throw error;
    });
  for (const then of later) then();
  return result;
}

/** The promise that the transaction's next savepoint waits for. */
const turns = new WeakMap<App['db'], Promise<unknown>>();

/** An open savepoint and its context. */
interface Open {
  /** The parent transaction. */
  in: App['db'];
  outer: Open | undefined;
  isOver: boolean;
}
const opened = new AsyncLocalStorage<Open>();

/**
 * PostgreSQL only has one innermost savepoint, so concurrent savepoints run one after the other. Otherwise
 * one could end a savepoint that another has opened since. Each has its own `db` for nested savepoints.
 */
async function atSavepoint<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const open: Open = { in: app.db, outer: opened.getStore(), isOver: false };
  for (let outer = open.outer; outer; outer = outer.outer)
    if (outer.in === open.in && !outer.isOver)
      throw new Error('A nested inTransaction must be called with the App that `work` received');
  const run = () => opened.run(open, () => runAtSavepoint(app, work)).finally(() => (open.isOver = true));
  const turn = turns.get(app.db)?.then(run) ?? run();
  turns.set(
    app.db,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Waits for concurrent savepoints after one failed, so the others do not use a released connection. */
async function savepointsOver(db: App['db']): Promise<void> {
  for (let last; last !== turns.get(db);) {
    last = turns.get(db);
    await last;
  }
}

/**
 * All savepoints share one name, which refers to the innermost. Distinct names would need more prepared
 * statements.
 */
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
    // The savepoint still exists after the rollback and would hide the outer one.
    await released.execute(app.db);
    throw error;
  }
}
