import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { sendMail } from '../../platform/send-mail.ts';

/** Notifies the owner by email that a sign-in method was added or removed, in case someone else did it. */
export async function mailPasskeyChange(app: App, accountId: string, what: string): Promise<void> {
  const { email } = await app.db
    .selectFrom('identity.account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await sendMail(app, {
    to: email,
    subject: what,
    text: t(
      '{what} at {plazaUrl}.\n\nIf this was not you, reset your password at {plazaUrl}/forgot, and review your passkeys at\n{plazaUrl}/settings/passkeys.',
      { what, plazaUrl: app.config.plazaUrl },
    ),
  });
}
