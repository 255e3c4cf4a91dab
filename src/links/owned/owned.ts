import { sql } from 'kysely';
import { missing, type Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** A kind of thing that an account owns, in a table with `account_id`, and with `deleted_at` of what can be restored. */
export interface Owned<T> {
  table: `links.${'campaign' | 'channel' | 'overlay' | 'pixel' | 'splash_page' | 'tag'}`;
  /** "Splash page" */
  name: string;
  /** One that is not deleted. What belongs to others looks as if it were not there. */
  find: (app: Pick<App, 'db'>, accountId: string, id: string) => Promise<T | undefined>;
  /** Why one cannot be restored, where a database error says so. */
  restoreProblem?: (error: unknown) => Problem | undefined;
  /** What a restored one has to pass, in the same transaction. */
  checkRestored?: (app: App, restored: T) => Promise<void>;
}

export type Owner = Pick<Viewer, 'id'>;

/** One of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export async function readOwned<T>(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { name, find }: Pick<Owned<T>, 'name' | 'find'>,
  id: string,
): Promise<T> {
  const found = await find(app, viewer.id, id);
  if (!found) throw missing(name);
  return found;
}

/** Changes one of the viewer's. It is read under a lock, so that of two changes the second starts from the first. */
export function changeOwned<T, Result>(
  app: App,
  viewer: Owner,
  owned: Owned<T>,
  id: string,
  change: (app: App, before: T) => Promise<Result>,
): Promise<Result> {
  return inTransaction(app, async (app) => {
    await lockRow(app, owned.table, id);
    return change(app, await readOwned(app, viewer, owned, id));
  });
}

/** Deletes one of the viewer's. What refers to it stays, so that `restoreOwned` brings it back as it was. */
export async function deleteOwned(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Owner,
  { table, name }: Pick<Owned<unknown>, 'table' | 'name'>,
  id: string,
): Promise<void> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set deleted_at = ${clock.now()}
    where id = ${id} and account_id = ${viewer.id} and deleted_at is null`.execute(db);
  if (numAffectedRows !== 1n) throw missing(name);
}

/** Restores one that the viewer deleted. */
export function restoreOwned<T>(app: App, viewer: Owner, owned: Owned<T>, id: string): Promise<T> {
  return inTransaction(app, async (app) => {
    await sql`update ${sql.table(owned.table)} set deleted_at = null where id = ${id} and account_id = ${viewer.id}`
      .execute(app.db)
      .catch((error: unknown) => {
        throw owned.restoreProblem?.(error) ?? error;
      });
    const restored = await readOwned(app, viewer, owned, id);
    await owned.checkRestored?.(app, restored);
    return restored;
  });
}
