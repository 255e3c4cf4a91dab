import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { createCode } from '../codes/create-code.ts';

/** Limits resends, so the form cannot be used to flood a mailbox. */
const again: LimitRule = { name: 'activation:account', calls: 5, within: minutes(30) };

/** Mails the code that confirms an email address, at sign-up and on request. */
export async function sendActivationCode(app: App, accountId: string): Promise<void> {
  enforce(await app.limits.consume(again, accountId));
  const account = await app.db
    .selectFrom('identity.account')
    .select(['email', 'first_name', 'activated_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (account.activated_at) throw new Problem('conflict', t('Your email address is already confirmed'));
  const code = await createCode(app, accountId, 'activation');
  await sendMail(app, {
    to: account.email,
    subject: t('{code} is your confirmation code', { code }),
    text: t(
      'Hello {first_name},\n\nYour confirmation code: {code}\n\nIt expires in one hour. Enter it where you signed up, or at\n{plazaUrl}/activate\n\nIf you did not sign up, ignore this email.',
      { first_name: account.first_name, code, plazaUrl: app.config.plazaUrl },
    ),
  });
}
