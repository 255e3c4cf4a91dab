import { t } from '../../kernel/translation/translate.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { createCode } from '../codes/create-code.ts';

const perAccount: LimitRule = { name: 'second-factor:mail', calls: 10, within: minutes(30) };

/** Mails the sign-in code. */
export async function sendSignInCode(app: App, accountId: string): Promise<void> {
  enforce(await app.limits.consume(perAccount, accountId));
  const { email, first_name } = await app.db
    .selectFrom('identity.account')
    .select(['email', 'first_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const code = await createCode(app, accountId, 'second-factor');
  await sendMail(app, {
    to: email,
    subject: t('{code} is your sign-in code', { code }),
    text: t(
      'Hello {first_name},\n\nYour sign-in code for {plazaUrl}: {code}\n\nIt expires in ten minutes. If this was not you, someone knows your password. Change it at {plazaUrl}/forgot',
      { first_name, plazaUrl: app.config.plazaUrl, code },
    ),
  });
}
