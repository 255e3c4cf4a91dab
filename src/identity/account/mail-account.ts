import { inLanguage, readerLanguage } from '../../kernel/translation/languages.ts';
import type { App } from '../../platform/app.ts';
import type { JobOptions } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/send-mail.ts';

/** The recipient of an email. */
interface Recipient {
  username: string;
  firstName: string;
}

/**
 * Mails an account in its chosen language, in the surrounding transaction. Sends nothing if the account is
 * deleted.
 */
export async function mailAccount(
  app: Pick<App, 'db'>,
  accountId: string,
  write: (recipient: Recipient) => { subject: string; text: string },
  options?: JobOptions,
): Promise<void> {
  const found = await app.db
    .selectFrom('identity.account')
    .select(['email', 'username', 'first_name as firstName', 'language'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) return;
  const { email, language } = found;
  const message = inLanguage(readerLanguage(language), () => write(found));
  await sendMail(app, { to: email, ...message }, options);
}
