import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { hasEmail } from '../account/email.ts';
import { createCode } from '../codes/create-code.ts';

/** Mails the code for resetting the password. */
export const mailResetCode = job(
  'identity.mail-reset-code',
  Type.Object({ email: Type.String(), place: Type.Optional(Type.String()) }),
  async (app, { email, place = '' }) => {
    const account = await findByEmail(app, email);
    if (!account) return;
    const code = await createCode(app, account.id, 'reset', { place });
    await sendMail(app, {
      to: account.email,
      subject: t('{code} is your password reset code', { code }),
      text: t(
        'Hello {first_name},\n\nSomeone (hopefully you) requested a password reset for @{username}.\n\nYour code: {code}\n\nIt expires in 15 minutes. Enter it where you requested it, or at\n{plazaUrl}/forgot/code?email={email}\n\nIf this was not you, ignore this email. Your password stays the same.',
        {
          first_name: account.first_name,
          username: account.username,
          code,
          plazaUrl: app.config.plazaUrl,
          email: encodeURIComponent(account.email),
        },
      ),
    });
  },
  { runner: 'mail' },
);

/** Excludes deleted and suspended accounts, which cannot reset their password. */
export const findByEmail = ({ db }: Pick<App, 'db'>, email: string) =>
  db
    .selectFrom('identity.account as account')
    .select(['id', 'email', 'username', 'first_name'])
    .where(hasEmail(email))
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .orderBy(sql`account.email = ${email.trim()}`, 'desc')
    .limit(1)
    .executeTakeFirst();
