import { t } from '../../kernel/translation/translate.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { endAccess, type AlsoEnd } from '../sessions/end-access.ts';
import { createMailedLink, useMailedLink } from './mailed-links.ts';
import { hashPassword, refuseGuessablePassword, refuseWeakPassword } from './password.ts';

/** Limits the confirmation mails of one account. */
const requests: LimitRule = { name: 'password:mail', calls: 5, within: minutes(30) };
const linkLife = hours(1);

interface PasswordChange {
  passwordHash: string;
  end: AlsoEnd;
}

interface ChangeOptions {
  /** The session that made the change. All other sessions end. */
  exceptSession?: string | undefined;
  /** Access to revoke besides sessions. */
  end?: AlsoEnd;
}

/**
 * Sets a new password immediately, ends sessions and notifies the owner by email. The caller has
 * authenticated the user.
 */
export async function changePassword(
  app: App,
  accountId: string,
  password: string,
  options: ChangeOptions = {},
): Promise<void> {
  await refuseBadPassword(app, accountId, password);
  const passwordHash = await hashPassword(password);
  await inTransaction(app, (app) => setPassword(app, accountId, passwordHash, options));
}

async function refuseBadPassword({ db }: App, accountId: string, password: string): Promise<void> {
  refuseWeakPassword(password);
  const account = await db
    .selectFrom('identity.account')
    .select(['email', 'username'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  refuseGuessablePassword(password, account);
}

/** Like `changePassword`, with a hash computed before the transaction began. */
export async function setPassword(
  app: App,
  accountId: string,
  passwordHash: string,
  { exceptSession, end = {} }: ChangeOptions = {},
): Promise<void> {
  const { email, username } = await app.db
    .updateTable('identity.account')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .returning(['email', 'username'])
    .executeTakeFirstOrThrow();
  // Cancels pending changes that someone else may have requested.
  await app.db
    .deleteFrom('identity.mailed_link')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'password')
    .execute();
  await app.db
    .deleteFrom('identity.mailed_code')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', ['email', 'reset'])
    .execute();
  await endAccess(app, accountId, { ...end, exceptSession });
  await sendMail(app, {
    to: email,
    subject: t('Your password was changed'),
    text: t(
      'The password of @{username} at {plazaUrl} was changed, and all other sessions were signed out.\n\nIf this was not you, reset your password at {plazaUrl}/forgot and contact us at {plazaUrl}/contact.',
      { username, plazaUrl: app.config.plazaUrl },
    ),
  });
}

/** Mails a link to the owner. The password changes when they press the button on the linked page. */
export async function requestPasswordChange(
  app: App,
  accountId: string,
  password: string,
  end: AlsoEnd = {},
): Promise<void> {
  await refuseBadPassword(app, accountId, password);
  enforce(await app.limits.consume(requests, accountId));
  const detail: PasswordChange = { passwordHash: await hashPassword(password), end };
  await inTransaction(app, async (app) => {
    const { email, username } = await app.db
      .selectFrom('identity.account')
      .select(['email', 'username'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const token = await createMailedLink(app, accountId, { purpose: 'password', detail, life: linkLife });
    await sendMail(app, {
      to: email,
      subject: t('Confirm your new password'),
      text: t(
        'A program that uses your API key requested a new password for @{username}.\n\nTo confirm the new password, open this link within an hour and press the button:\n{plazaUrl}/settings/password/confirm?token={token}\n\nIf this was not you, ignore this email and revoke your API keys at {hopUrl}/dashboard/api.',
        { username, plazaUrl: app.config.plazaUrl, token, hopUrl: app.config.hopUrl },
      ),
    });
  });
}

/** Sets the password that a mailed link confirms. */
export async function confirmPasswordChange(app: App, token: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const link = await useMailedLink<PasswordChange>(app, 'password', token);
    if (!link) throw new Problem('missing', t('This link has expired or was already used'));
    await setPassword(app, link.accountId, link.detail.passwordHash, { end: link.detail.end });
  });
}
