import { sql } from 'kysely';
import { comparableEmail } from '../../kernel/comparable.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../app.ts';

type Store = Pick<App, 'db' | 'clock'>;

/** A message of a batch: each address gets one. */
interface BatchMessage {
  batch: string;
  to: string;
}

/** Counts what became of a message of a batch, once. */
export async function countOutcome(
  { db, clock }: Store,
  { batch, to }: BatchMessage,
  outcome: string,
): Promise<void> {
  await sql`with noted as (
      insert into system.mail_handover as handover (batch, email_key, at, outcome)
      values (${batch}, ${comparableEmail(to)}, ${clock.now()}, ${outcome})
      on conflict (batch, email_key) do update set outcome = excluded.outcome where handover.outcome is null
      returning handover.batch)
    insert into system.mail_batch as counted (name, outcome, count) select batch, ${outcome}, 1 from noted
    on conflict (name, outcome) do update set count = counted.count + 1`.execute(db);
}

/** Records that the mail server is about to have a message, before the last byte of it is sent. */
export async function recordHandover({ db, clock }: Store, { batch, to }: BatchMessage): Promise<void> {
  await db
    .insertInto('system.mail_handover')
    .values({ batch, email_key: comparableEmail(to), at: clock.now() })
    .execute();
}

/** Forgets a handover, because the mail server did not take the message. */
export async function deleteHandover({ db }: Pick<App, 'db'>, { batch, to }: BatchMessage): Promise<void> {
  await db
    .deleteFrom('system.mail_handover')
    .where('batch', '=', batch)
    .where('email_key', '=', comparableEmail(to))
    .where('outcome', 'is', null)
    .execute();
}

/** Whether a message was handed to the mail server, and what became of it, if that is known. */
export const findHandover = (
  { db }: Pick<App, 'db'>,
  { batch, to }: BatchMessage,
): Promise<{ outcome: string | null } | undefined> =>
  db
    .selectFrom('system.mail_handover')
    .where('batch', '=', batch)
    .where('email_key', '=', comparableEmail(to))
    .select('outcome')
    .executeTakeFirst();

/** Deletes handovers of mail that is tried no more. */
export async function purgeHandovers({ db, clock }: Store): Promise<void> {
  const before = new Date(clock.now().getTime() - days(7));
  await db.deleteFrom('system.mail_handover').where('at', '<', before).execute();
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
