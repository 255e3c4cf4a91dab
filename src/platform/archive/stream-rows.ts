import { sql, type RawBuilder } from 'kysely';
import type { App } from '../app.ts';

/** Streams rows in small batches. Called in a transaction, one stream at a time. */
export async function* streamRows<Row>({ db }: Pick<App, 'db'>, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare rows_of_archive no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch 500 from rows_of_archive`.execute(db);
    yield* rows;
    if (rows.length < 500) break;
  }
  await sql`close rows_of_archive`.execute(db);
}
