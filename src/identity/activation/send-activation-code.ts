import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { comparableEmail } from '../../kernel/comparable.ts';
import { mailCode } from '../credentials/email-holder.ts';
import { createCode } from '../codes/create-code.ts';

/** Limits codes for a mailbox, so that sign-ups and resends cannot be used to flood it. */
const again: LimitRule = { name: 'activation:mailbox', calls: 5, within: minutes(30) };

/** Mails the code that confirms an email address, at sign-up and on request. */
export async function sendActivationCode(app: App, accountId: string): Promise<void> {
  const account = await app.db
    .selectFrom('identity.account')
    .select(['email', 'first_name', 'activated_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (account.activated_at) throw new Problem('conflict', t('Your email address is already confirmed'));
  enforce(await app.limits.consume(again, comparableEmail(account.email)));
  const code = await createCode(app, accountId, 'activation');
  await mailCode(app, accountId, {
    to: account.email,
    subject: t('{code} is your confirmation code', { code }),
    text: t(
      'Hello {first_name},\n\nYour confirmation code: {code}\n\nIt expires in one hour. Enter it where you signed up, or at\n{plazaUrl}/activate\n\nIf you did not sign up, ignore this email.',
      { first_name: account.first_name, code, plazaUrl: app.config.plazaUrl },
    ),
  });
}
