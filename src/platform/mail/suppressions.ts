import { type RawBuilder, sql } from 'kysely';
import { comparableEmail } from '../../kernel/comparable.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { whenGiven } from '../database/queries.ts';

/** Why an address gets no more mail: mail to it came back, or its reader called it spam. */
export type SuppressionReason = 'bounce' | 'complaint';

export interface Suppression {
  id: string;
  email: string;
  reason: SuppressionReason;
  /** What the mail server said. */
  detail: string;
  at: Date;
}

/**
 * How long after a bounce nothing at all is sent. Then mail that a person waits for, such as a code, is tried again,
 * so that an owner whose mailbox works again is not locked out.
 */
const bounceWait = hours(24);

/** Adds an address to the suppression list, or dates its entry anew. */
export async function suppress(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { email, reason, detail }: { email: string; reason: SuppressionReason; detail: string },
): Promise<void> {
  await db
    .insertInto('system.suppressed_address')
    .values({ email_key: comparableEmail(email), email, reason, detail, at: clock.now() })
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet({ reason, detail, at: clock.now(), email }),
    )
    .execute();
}

/**
 * Which of the addresses get no mail, in their comparable form. Bulk mail goes to none on the list; other mail also
 * after complaints, which were not about it, and again a day after a bounce.
 */
export async function findSuppressed(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  emails: readonly string[],
  isBulk: boolean,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .selectFrom('system.suppressed_address')
    .select('email_key')
    .where('email_key', '=', sql<string>`any(${emails.map(comparableEmail)}::text[])`)
    .$if(!isBulk, (query) =>
      query.where('reason', '=', 'bounce').where('at', '>', new Date(clock.now().getTime() - bounceWait)),
    )
    .execute();
  return new Set(rows.map(({ email_key }) => email_key));
}

const columns = ['id', 'email', 'reason', 'detail', 'at'] as const;

/** The entry of one address. */
export async function findSuppression(
  { db }: Pick<App, 'db'>,
  email: string,
): Promise<Suppression | undefined> {
  const row = await db
    .selectFrom('system.suppressed_address')
    .select(columns)
    .where('email_key', '=', comparableEmail(email))
    .executeTakeFirst();
  return row as Suppression | undefined;
}

/** The entry of an address in comparable form, for the export of its account. */
export const suppressionRows = (key: RawBuilder<unknown>): RawBuilder<Record<string, unknown>> =>
  sql`select email, reason, detail as "mailServer", at from system.suppressed_address where email_key = ${key}`;

export const suppressionsOnPage = 50;

/**
 * The suppression list, the last added first, one more than a page. `q` is an address or a domain, or what they begin
 * with.
 */
export async function listSuppressions(
  { db }: Pick<App, 'db'>,
  { q = '', before }: { q?: string | undefined; before?: string | undefined } = {},
): Promise<Suppression[]> {
  const wanted = comparableEmail(q.includes('@') ? q : q.trim()).replaceAll(/[\\%_]/g, String.raw`\$&`);
  const rows = await db
    .selectFrom('system.suppressed_address')
    .select(columns)
    .$if(wanted !== '', (query) =>
      query.where((row) =>
        row.or([row('email_key', 'like', `${wanted}%`), row('email_key', 'like', `%@${wanted}%`)]),
      ),
    )
    .$call(whenGiven(before, (query, before) => query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(suppressionsOnPage + 1)
    .execute();
  return rows as Suppression[];
}

/** Takes an address off the list. Returns whether it was on it. */
export async function unsuppress({ db }: Pick<App, 'db'>, email: string): Promise<boolean> {
  const row = await db
    .deleteFrom('system.suppressed_address')
    .where('email_key', '=', comparableEmail(email))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
