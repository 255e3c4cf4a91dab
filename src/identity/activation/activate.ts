import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { emailTaken, refuseReservedEmail } from '../credentials/email-holder.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { checkCode, consumeCode } from '../codes/check-code.ts';

/**
 * Confirms an account's email address with the mailed code. Returns false if the account was active before,
 * so that a repeated request succeeds. Throws a `Problem` if this service asks no one to confirm.
 */
export async function activate(app: App, accountId: string, code: string): Promise<boolean> {
  if (await isActivated(app, accountId)) {
    if ((await getSiteSettings(app)).activation) return false;
    throw new Problem('conflict', t('There is nothing to confirm. Your account is active without a code.'));
  }
  await checkCode(app, { accountId, purpose: 'activation', code, field: 'code' });
  await confirmAddress(app, accountId);
  return true;
}

/** Marks an address as confirmed, which gives it to the account. Rejects one that another account has by now. */
export async function confirmAddress(app: App, accountId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { email } = await app.db
      .updateTable('identity.account')
      .set({ activated_at: app.clock.now() })
      .where('id', '=', accountId)
      .returning('email')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (isDuplicate(error, 'account_email_key')) throw emailTaken();
        throw error;
      });
    await refuseReservedEmail(app, email, accountId);
    await consumeCode(app, accountId, 'activation');
  });
}

export async function isActivated({ db }: Pick<App, 'db'>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.account')
    .select('activated_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return Boolean(row?.activated_at);
}
