import { t } from '../../kernel/translation/translate.ts';
import { comparableEmail } from '../../kernel/comparable.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { changeEmail } from '../credentials/change-credentials.ts';
import { sendActivationCode } from './send-activation-code.ts';

/**
 * Corrects an address mistyped at sign-up and mails a code to the new one. The former address is notified but
 * cannot undo the change, because it was never confirmed.
 */
export async function correctAddress(app: App, accountId: string, email: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const before = await app.db
      .selectFrom('identity.account')
      .select(['email', 'username', 'activated_at'])
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (before.activated_at) throw new Problem('conflict', t('Your email address is already confirmed'));
    await changeEmail(app, accountId, email);
    await sendActivationCode(app, accountId);
    if (comparableEmail(before.email) === comparableEmail(email)) return;
    await sendMail(app, {
      to: before.email,
      subject: t('Your email address was changed'),
      text: t(
        '@{username} at {plazaUrl} now uses a different email address. This one was never confirmed.\n\nIf you did not change it, contact us at {plazaUrl}/contact.',
        { username: before.username, plazaUrl: app.config.plazaUrl },
      ),
    });
  });
}
