import { sql, type RawBuilder } from 'kysely';
import { Type } from 'typebox';
import { comparableEmail, emailColumns } from '../../kernel/comparable.ts';
import { normalize } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { job } from '../../platform/jobs.ts';
import { refuseBadEmail } from './names.ts';

/** Validates an address and returns it as it is stored. */
export function parseEmail(typed: string, field = 'email'): string {
  const email = normalize(typed.trim().slice(0, 1000), 'NFC');
  refuseBadEmail(email, field);
  return email;
}

/**
 * SQL: whether an address belongs to the row `account` of `identity.account`, however it is written. It belongs to
 * the account that confirmed it. An account whose address has no comparable form yet, or one that another account
 * has, is found by its address as stored.
 */
export const hasEmail = (typed: string): RawBuilder<boolean> =>
  sql<boolean>`(account.activated_at is not null and ${isWritten(typed)})`;

/** SQL: whether a row has an address that it has not confirmed, which other accounts can have as well. */
export const hasUnconfirmedEmail = (typed: string): RawBuilder<boolean> =>
  sql<boolean>`(account.activated_at is null and ${isWritten(typed)})`;

const isWritten = (typed: string) => sql`(
  system.email_key(account.email, account.email_folded) = ${comparableEmail(typed)} or (account.email = ${typed.trim()}
    and account.email_folded is null and octet_length(account.email) <> char_length(account.email)))`;

/** Number of accounts per run. Few have an address that is not ASCII. */
const atOnce = 1000;

export const foldEmailsJob = job('identity.fold-emails', Type.Object({}), foldEmails, { cron: '* * * * *' });

/** Fills in the comparable form of addresses stored before there was one. The earliest account with it keeps it. */
async function foldEmails(app: App): Promise<void> {
  const unfolded = await app.db
    .selectFrom('identity.account')
    .select(['id', 'email'])
    .where('email_folded', 'is', null)
    .where(sql<boolean>`octet_length(email) <> char_length(email)`)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const { id, email } of unfolded)
    await inTransaction(app, async ({ db }) => {
      await db
        .updateTable('identity.account')
        .set(emailColumns(email))
        .where('id', '=', id)
        .where('email', '=', email)
        .execute();
    }).catch((error: unknown) => {
      if (!isDuplicate(error, 'account_email_key')) throw error;
      app.log.warn({ account: id }, 'the email address is that of another account, written in another way');
    });
}
