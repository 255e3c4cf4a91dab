import { sql } from 'kysely';
import type { App } from '../app.ts';

/** Counts what became of a message of a batch. */
export async function countOutcome({ db }: Pick<App, 'db'>, name: string, outcome: string): Promise<void> {
  await sql`insert into system.mail_batch as batch (name, outcome, count) values (${name}, ${outcome}, 1)
    on conflict (name, outcome) do update set count = batch.count + 1`.execute(db);
}

/** How many messages of each batch had which outcome. */
export async function getOutcomes(
  { db }: Pick<App, 'db'>,
  names: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('system.mail_batch')
    .where('name', 'in', names)
    .select(['name', 'outcome', 'count'])
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, found]) => [
      name,
      Object.fromEntries(found.map(({ outcome, count }) => [outcome, count])),
    ]),
  );
}
