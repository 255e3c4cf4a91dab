import { t } from '../../kernel/translation/translate.ts';
import { emailColumns } from '../../kernel/comparable.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DeviceTraits } from '../../platform/limits/device-key.ts';
import { parseEmail } from '../account/email.ts';
import { findKnownDevice } from '../sessions/record-device.ts';
import { countGuess, resetGuesses, recordWrongGuess } from '../sessions/sign-in-limits.ts';
import { emailTaken, refuseReservedEmail } from './email-holder.ts';
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
    await recordWrongGuess(app, guess, accountId);
    throw new Problem('forbidden', t('Incorrect password'), { field });
  }
  await resetGuesses(app, guess);
}

/**
 * Changes the email address. The caller has verified that it belongs to the account's owner, or the account has
 * not confirmed any yet.
 */
export async function changeEmail(app: App, accountId: string, given: string): Promise<void> {
  const email = parseEmail(given);
  await inTransaction(app, async (app) => {
    const { activated_at: isConfirmed } = await app.db
      .updateTable('identity.account')
      .set(emailColumns(email))
      .where('id', '=', accountId)
      .returning('activated_at')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (isDuplicate(error, 'account_email_key')) throw emailTaken();
        throw error;
      });
    if (isConfirmed) await refuseReservedEmail(app, email, accountId);
  });
}
