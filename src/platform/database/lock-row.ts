import { sql } from 'kysely';
import type { App } from '../app.ts';

/**
 * Locks a row until the surrounding transaction ends, so concurrent changes run one after the other. Call it
 * before reading the row. Does nothing if the row does not exist, which the read will detect.
 */
export async function lockRow({ db }: Pick<App, 'db'>, table: string, id: string): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
}
