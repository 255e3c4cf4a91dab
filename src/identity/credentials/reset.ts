import { sql } from 'kysely';
import { Type } from 'typebox';
import { comparableEmail } from '../../kernel/comparable.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { addJob, job } from '../../platform/jobs/jobs.ts';
import { addressKey, enforce, type LimitRule } from '../../platform/limits.ts';
import { deviceKey, type DeviceTraits } from '../../platform/limit-counters.ts';
import { sendMail } from '../../platform/mail.ts';
import { hasEmail, parseEmail } from '../account/email.ts';
import { checkCode, codePlace, consumeCode, createCode } from '../codes.ts';
import type { AlsoEnd } from '../sessions/end-access.ts';
import { resetAccountGuesses } from '../sessions/sign-in-limits.ts';
import { hashPassword, refuseGuessablePassword, refuseWeakPassword, setPassword } from './password.ts';
import { refusePasswords } from '../providers/providers.ts';

/**
 * Counted per requester, so nobody can use up someone else's requests, with a total limit for each mailbox.
 */
const perEmailAndAddress: LimitRule = { name: 'reset:email-address', calls: 5, within: minutes(30) };
const perEmail: LimitRule = { name: 'reset:email', calls: 15, within: minutes(30) };
const perAddress: LimitRule = { name: 'reset:address', calls: 25, within: minutes(5) };
const perDevice = ({ config }: App): LimitRule => ({
  name: 'reset:device',
  calls: config.RESET_DEVICE_LIMIT,
  within: minutes(5),
});

/**
 * Mails a code to the account with this address, if there is one. The response and its timing are the same if
 * there is none, because a job does the lookup.
 */
export const requestReset = verb(
  { name: 'credentials.request-reset', who: 'anyone' },
  async (app, email: string, from: DeviceTraits) => {
    await refusePasswords(app);
    const asked = comparableEmail(parseEmail(email));
    enforce(await app.limits.consume(perAddress, addressKey(from.address)));
    enforce(await app.limits.consume(perDevice(app), deviceKey(from)));
    enforce(await app.limits.consume(perEmailAndAddress, `${addressKey(from.address)} ${asked}`));
    enforce(await app.limits.consume(perEmail, asked));
    await addJob(app, mailResetCode, { email: email.trim(), place: codePlace(app.config, from.address) });
  },
);

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
  { runner: 'mail', whenFull: true },
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

const guesses: LimitRule = { name: 'reset:guesses', calls: 30, within: minutes(5) };

interface MailedCode {
  email: string;
  code: string;
}

/** Whether the mailed code is right. The code stays valid for setting the password. */
export const confirmReset = verb(
  { name: 'credentials.confirm-reset', who: 'anyone' },
  async (
    app,
    { email, code }: MailedCode,
    address: string,
  ): Promise<{ id: string; email: string; username: string }> => {
    enforce(await app.limits.consume(guesses, addressKey(address)));
    const account = await findByEmail(app, email);
    const place = codePlace(app.config, address);
    await checkCode(app, { accountId: account?.id, purpose: 'reset', code, field: 'reset_key', place });
    if (!account) throw invalid('reset_key', msg('This code is wrong or has expired'));
    return account;
  },
);

/**
 * Sets a new password with the code, ends every session and the selected other access, and notifies the
 * person.
 */
export const resetPassword = verb(
  { name: 'credentials.reset', who: 'anyone' },
  async (
    app,
    { password, confirm, end, ...given }: MailedCode & { password: string; confirm: string; end?: AlsoEnd },
    address: string,
  ) => {
    refuseWeakPassword(password);
    if (password !== confirm) throw invalid('confirm', msg('The passwords do not match'));
    const account = await confirmReset(app, given, address);
    refuseGuessablePassword(app, password, account);
    const passwordHash = await hashPassword(password);
    await inTransaction(app, async (app) => {
      if (!(await consumeCode(app, account.id, 'reset')))
        throw invalid('reset_key', msg('This code is wrong or has expired'));
      await setPassword(app, account.id, passwordHash, { ...(end && { end }) });
    });
    await resetAccountGuesses(app, [account.username, account.email]);
  },
);
