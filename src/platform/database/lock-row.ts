import { sql } from 'kysely';
import type { App } from '../app.ts';

/**
 * Locks a row until the surrounding transaction ends, so that of two changes at once the second starts from what the first
 * stored. Call it before the row is read. Without such a row nothing happens: the read finds that out.
 */
export async function lockRow({ db }: Pick<App, 'db'>, table: string, id: string): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
}
