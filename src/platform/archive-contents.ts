import { sql, type RawBuilder } from 'kysely';
import type { App } from './app.ts';

/** What is a hash or a secret is of use to nobody who may have it. */
const secret = /(_hash|secret|sealed|token)/;

/** A text that is there already, as a file of an archive. */
// eslint-disable-next-line @typescript-eslint/require-await -- what reads it reads longer ones too
export async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** Rows as a list of JSON, without what is a hash or a secret. Called in a transaction. */
export async function* rowsAsJson(
  app: Pick<App, 'db'>,
  query: RawBuilder<{ row: Record<string, unknown> }>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const { row } of streamRows(app, query)) {
    const shown = Object.fromEntries(Object.entries(row).filter(([name]) => !secret.test(name)));
    yield `${before}\n${JSON.stringify(shown)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** Rows as they are read, a few at a time, however many there are. Called in a transaction. */
export async function* streamRows<Row>({ db }: Pick<App, 'db'>, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare rows_of_archive no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch 500 from rows_of_archive`.execute(db);
    yield* rows;
    if (rows.length < 500) break;
  }
  await sql`close rows_of_archive`.execute(db);
}
