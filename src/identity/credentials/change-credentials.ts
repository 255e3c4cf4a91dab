import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { comparableEmail, emailColumns } from '../../kernel/comparable.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DeviceTraits } from '../../platform/limits/device-key.ts';
import { hasEmail, parseEmail } from '../account/email.ts';
import { findKnownDevice } from '../sessions/record-device.ts';
import { countGuess, resetGuesses, recordWrongGuess } from '../sessions/sign-in-limits.ts';
import { isPassword } from './password.ts';

/**
 * Required before every change that would let someone with a borrowed browser take over the account. Wrong
 * passwords are counted by account and address, as at sign-in, so guesses in a stolen session do not lock the
 * owner out. `field` is the name of the form's field.
 */
export async function requirePassword(
  app: App,
  accountId: string,
  password: string,
  device: DeviceTraits,
  field = 'current',
): Promise<void> {
  const guess = {
    // No username or email address starts like this, so sign-ins are counted separately.
    name: `account:${accountId}`,
    address: device.address,
    knownDevice: await findKnownDevice(app, accountId, device),
  };
  await countGuess(app, guess);
  const account = await app.db
    .selectFrom('identity.account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!(await isPassword(account?.password_hash, password))) {
    await recordWrongGuess(app, guess);
    throw new Problem('forbidden', t('Incorrect password'), { field });
  }
  await resetGuesses(app, guess);
}

const taken = () =>
  new Problem('conflict', t('An account with this email address already exists'), { field: 'email' });

/** Changes the email address. The caller has verified that it belongs to the account's owner. */
export async function changeEmail(app: App, accountId: string, given: string): Promise<void> {
  const email = parseEmail(given);
  await inTransaction(app, async (app) => {
    await app.db
      .updateTable('identity.account')
      .set(emailColumns(email))
      .where('id', '=', accountId)
      .execute()
      .catch((error: unknown) => {
        if (isDuplicate(error, 'account_email_key')) throw taken();
        throw error;
      });
    await refuseReservedEmail(app, email, accountId);
  });
}

/**
 * Rejects an address that another account can still restore. Called after the address was written: the unique
 * index made this transaction wait for the one that gave up the address, so its undo link is visible now.
 */
export async function refuseReservedEmail(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  email: string,
  accountId: string,
): Promise<void> {
  const reserved = await db
    .selectFrom('identity.mailed_link')
    .select('account_id')
    .where('purpose', '=', 'email-undo')
    .where(sql`system.email_key(detail ->> 'email', detail ->> 'folded')`, '=', comparableEmail(email))
    .where('account_id', '<>', accountId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  if (reserved) throw taken();
}

/** Rejects an address that another account uses, before a code is mailed to it. */
export async function refuseUsedEmail(app: App, email: string, accountId: string): Promise<void> {
  const owner = await app.db
    .selectFrom('identity.account as account')
    .select('id')
    .where(hasEmail(email))
    .where('id', '<>', accountId)
    .executeTakeFirst();
  if (owner) throw taken();
  await refuseReservedEmail(app, email, accountId);
}
