import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** How long single clicks are kept, beyond their roll-ups: a year and a month. */
const clicksFor = days(396);
/** Rows a statement, so that none of them takes long or holds others up. */
const atOnce = 10_000;

/**
 * Deletes what must not be kept: salts and visitors of the day before yesterday, after which nobody can tell who
 * followed a link; and single clicks after a year. The roll-ups stay.
 */
export async function forgetOldClicks(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = app.clock.now().getTime();
  const yesterday = new Date(now - days(1)).toISOString().slice(0, 10);
  await sql`delete from links.visitor_salt where day < ${yesterday}`.execute(app.db);
  await deleteInParts(app, sql`links.visitor`, sql`day < ${yesterday}`);
  await deleteInParts(app, sql`links.click`, sql`id < ${firstIdAt(now - clicksFor)}::uuid`);
}

async function deleteInParts(
  { db }: Pick<App, 'db'>,
  table: RawBuilder<unknown>,
  old: RawBuilder<unknown>,
): Promise<void> {
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${old} limit ${atOnce}))`.execute(
      db,
    ));
  } while (deleted === BigInt(atOnce));
}

/** The least of the ids that `makeClickIds` makes at a time. */
const firstIdAt = (at: number) => at.toString(16).padStart(12, '0').padEnd(32, '0');
