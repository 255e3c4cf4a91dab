import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { addressKey, enforce, type LimitRule } from '../../platform/limits.ts';
import { setPassword } from '../credentials/change-password.ts';
import { codePlace } from '../codes/mailed-code.ts';
import { checkCode, consumeCode } from '../codes/check-code.ts';
import type { AlsoEnd } from '../sessions/end-access.ts';
import { hashPassword, refuseGuessablePassword, refuseWeakPassword } from '../credentials/password.ts';
import { resetAccountGuesses } from '../sessions/sign-in-limits.ts';
import { findByEmail } from './mail-reset-code.ts';

const guesses: LimitRule = { name: 'reset:guesses', calls: 30, within: minutes(5) };

interface MailedCode {
  email: string;
  code: string;
}

/** Whether the mailed code is right. The code stays valid for setting the password. */
export async function confirmReset(
  app: App,
  { email, code }: MailedCode,
  address: string,
): Promise<{ id: string; email: string; username: string }> {
  enforce(await app.limits.consume(guesses, addressKey(address)));
  const account = await findByEmail(app, email);
  const place = codePlace(app.config, address);
  await checkCode(app, { accountId: account?.id, purpose: 'reset', code, field: 'reset_key', place });
  if (!account) throw invalid('reset_key', t('This code is wrong or has expired'));
  return account;
}

/**
 * Sets a new password with the code, ends every session and the selected other access, and notifies the
 * person.
 */
export async function resetPassword(
  app: App,
  { password, confirm, end, ...given }: MailedCode & { password: string; confirm: string; end?: AlsoEnd },
  address: string,
): Promise<void> {
  refuseWeakPassword(password);
  if (password !== confirm) throw invalid('confirm', t('The passwords do not match'));
  const account = await confirmReset(app, given, address);
  refuseGuessablePassword(password, account);
  const passwordHash = await hashPassword(password);
  await inTransaction(app, async (app) => {
    if (!(await consumeCode(app, account.id, 'reset')))
      throw invalid('reset_key', t('This code is wrong or has expired'));
    await setPassword(app, account.id, passwordHash, { ...(end && { end }) });
  });
  await resetAccountGuesses(app, [account.username, account.email]);
}
