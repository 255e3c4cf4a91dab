import { t, type Message } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing, type Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * A type of object that accounts own, in a table with `account_id`, and with `deleted_at` if it can be
 * restored.
 */
export interface Owned<T> {
  /** Its feature, which the names of its verbs start with. */
  feature: string;
  table: `links.${'campaign' | 'channel' | 'overlay' | 'pixel' | 'splash_page' | 'tag'}`;
  /** Such as "Splash page". */
  name: Message;
  /** Returns an object that is not deleted. Objects of other accounts count as missing. */
  find: (app: Pick<App, 'db'>, accountId: string, id: string) => Promise<T | undefined>;
  /** Converts a database error on restore to a `Problem`. */
  restoreProblem?: (error: unknown) => Problem | undefined;
  /** Checks a restored object in the same transaction. */
  checkRestored?: (app: App, restored: T) => Promise<void>;
}

export type Owner = Pick<Viewer, 'id'>;

/**
 * Returns one of the viewer's objects. Throws a `Problem` if it does not exist or belongs to another account.
 */
export async function getOwned<T>(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { name, find }: Pick<Owned<T>, 'name' | 'find'>,
  id: string,
): Promise<T> {
  const found = await find(app, viewer.id, id);
  if (!found) throw missing(t(name));
  return found;
}

/**
 * Changes one of the viewer's objects under a row lock, so that concurrent changes apply one after the other.
 */
export function changeOwned<T, Result>(
  app: App,
  viewer: Owner,
  owned: Owned<T>,
  id: string,
  change: (app: App, before: T) => Promise<Result>,
): Promise<Result> {
  return inTransaction(app, async (app) => {
    await lockRow(app, owned.table, id);
    return change(app, await getOwned(app, viewer, owned, id));
  });
}

/**
 * Soft-deletes one of the viewer's objects. References to it stay, so that `restoreOwned` restores it
 * unchanged.
 */
export async function deleteOwned(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Owner,
  { table, name }: Pick<Owned<unknown>, 'table' | 'name'>,
  id: string,
): Promise<void> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set deleted_at = ${clock.now()}
    where id = ${id} and account_id = ${viewer.id} and deleted_at is null`.execute(db);
  if (numAffectedRows !== 1n) throw missing(t(name));
}

/** Restores an object that the viewer deleted. */
export function restoreOwned<T>(app: App, viewer: Owner, owned: Owned<T>, id: string): Promise<T> {
  return inTransaction(app, async (app) => {
    await sql`update ${sql.table(owned.table)} set deleted_at = null where id = ${id} and account_id = ${viewer.id}`
      .execute(app.db)
      .catch((error: unknown) => {
        throw owned.restoreProblem?.(error) ?? error;
      });
    const restored = await getOwned(app, viewer, owned, id);
    await owned.checkRestored?.(app, restored);
    return restored;
  });
}
