import { sql } from 'kysely';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { makeCode } from '../codes/make-code.ts';

/** Mails the code that sets a new password. */
export const mailResetCode = job(
  'identity.mail-reset-code',
  Type.Object({ email: Type.String(), place: Type.Optional(Type.String()) }),
  async (app, { email, place = '' }) => {
    const account = await findByEmail(app, email);
    if (!account) return;
    const code = await makeCode(app, account.id, 'reset', { place });
    await sendMail(app, {
      to: account.email,
      subject: `${code} is your code`,
      text: `Hello ${account.first_name},

somebody, we hope you, wants to set a new password for @${account.username}.

Your code: ${code}

It is good for 15 minutes. Enter it where you asked for it, or at
${app.config.plazaUrl}/forgot/code?email=${encodeURIComponent(account.email)}

If it was not you, do nothing: without the code nothing changes.`,
    });
  },
  { runner: 'mail' },
);

/** Accounts that are deleted or suspended have no way back by mail. */
export const findByEmail = ({ db }: Pick<App, 'db'>, email: string) =>
  db
    .selectFrom('identity.account')
    .select(['id', 'email', 'username', 'first_name'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
