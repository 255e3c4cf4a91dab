import { comparableEmail } from '../../kernel/comparable.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/mail.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { checkCode, consumeCode, createCode } from '../codes.ts';
import { changeEmail, emailTaken, mailCode, refuseReservedEmail } from '../credentials/credentials.ts';

/**
 * Confirms an account's email address with the mailed code. Returns false if the account was active before,
 * so that a repeated request succeeds. Throws a `Problem` if this service asks no one to confirm.
 */
export const activate = verb(
  { name: 'activation.activate', who: 'member' },
  async (app, accountId: string, code: string): Promise<boolean> => {
    if (await isActivated(app, accountId)) {
      if ((await getSiteSettings(app)).activation) return false;
      throw new Problem(
        'conflict',
        msg('There is nothing to confirm. Your account is active without a code.'),
      );
    }
    await checkCode(app, { accountId, purpose: 'activation', code, field: 'code' });
    await confirmAddress(app, accountId);
    return true;
  },
);

/**
 * Marks an address as confirmed, which gives it to the account, unless the account waits for an operator's approval.
 * Rejects an address that another account has by now.
 */
export async function confirmAddress(app: App, accountId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { numUpdatedRows } = await app.db
      .updateTable('identity.registration_request')
      .set({ confirmed_at: app.clock.now() })
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await consumeCode(app, accountId, 'activation');
      return;
    }
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

/** Whether an account only waits for an operator's approval. */
export async function isAwaitingApproval(app: App, accountId: string): Promise<boolean> {
  const request = await app.db
    .selectFrom('identity.registration_request')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!request) return false;
  return request.confirmed_at !== null || !(await getSiteSettings(app)).activation;
}

export async function isActivated({ db }: Pick<App, 'db'>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.account')
    .select('activated_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return Boolean(row?.activated_at);
}

/** Limits codes for a mailbox, so that sign-ups and resends cannot be used to flood it. */
const again: LimitRule = { name: 'activation:mailbox', calls: 5, within: minutes(30) };

/** Mails the code that confirms an email address, at sign-up and on request. */
export const sendActivationCode = verb(
  { name: 'activation.send-code', who: 'member' },
  async (app, accountId: string) => {
    const account = await app.db
      .selectFrom('identity.account')
      .select(['email', 'first_name', 'activated_at'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (account.activated_at) throw new Problem('conflict', msg('Your email address is already confirmed'));
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
  },
);

/**
 * Corrects an address mistyped at sign-up and mails a code to the new one. The former address is notified but
 * cannot undo the change, because it was never confirmed.
 */
export const correctAddress = verb(
  { name: 'activation.correct-address', who: 'member' },
  async (app, accountId: string, email: string) => {
    await inTransaction(app, async (app) => {
      const before = await app.db
        .selectFrom('identity.account')
        .select(['email', 'username', 'activated_at'])
        .where('id', '=', accountId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      if (before.activated_at) throw new Problem('conflict', msg('Your email address is already confirmed'));
      await changeEmail(app, accountId, email);
      await app.db
        .updateTable('identity.registration_request')
        .set({ confirmed_at: null })
        .where('account_id', '=', accountId)
        .execute();
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
  },
);
