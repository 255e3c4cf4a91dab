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
 * SQL: whether a row of `identity.account` has an address, however it is written. An account whose address has no
 * comparable form yet, or one that another account has, is found by its address as stored.
 */
export function hasEmail(typed: string, account = 'account'): RawBuilder<boolean> {
  const [email, folded] = [sql.ref(`${account}.email`), sql.ref(`${account}.email_folded`)];
  return sql<boolean>`(system.email_key(${email}, ${folded}) = ${comparableEmail(typed)}
    or (${email} = ${typed.trim()} and ${folded} is null and octet_length(${email}) <> char_length(${email})))`;
}

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
