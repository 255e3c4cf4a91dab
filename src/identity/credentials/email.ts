import { emailColumns } from '../../kernel/comparable.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/mail.ts';
import { parseEmail } from '../account/email.ts';
import { getDisposableDomains, rejectDisposableEmail } from '../account/names.ts';
import { checkCode, consumeCode, createCode } from '../codes.ts';
import { endAccess, endEverything } from '../sessions/end-access.ts';
import { changeEmail, mailCode, requirePassword } from './credentials.ts';
import { createMailedLink, useMailedLink } from './mailed-links.ts';

/** Limits requests, so the form cannot be used to flood a mailbox. */
const asks: LimitRule = { name: 'email:account', calls: 5, within: minutes(30) };

/** An address that waits for its code. */
export interface WaitingEmail {
  email: string;
  /** Whether the password was given when it was requested. A program with an API key may not know it. */
  isProven: boolean;
}

/** From the detail of a code. Those of former versions are the address. */
function parseWaiting(detail: string): WaitingEmail {
  return detail.startsWith('{') ? (JSON.parse(detail) as WaitingEmail) : { email: detail, isProven: true };
}

/**
 * Mails a code to a new address. The old address stays until `confirmEmail` verifies the new one. Whether another
 * account has the address is shown to its owner only.
 * @param isProven whether the caller has verified the password. Without, `confirmEmail` asks for it.
 */
export const requestEmailChange = verb(
  { name: 'credentials.change-email', who: 'member' },
  async (app, accountId: string, given: string, isProven: boolean) => {
    const email = parseEmail(given);
    rejectDisposableEmail(email, await getDisposableDomains());
    enforce(await app.limits.consume(asks, accountId));
    await inTransaction(app, async (app) => {
      const { username } = await getAccount(app, accountId);
      const detail = JSON.stringify({ email, isProven } satisfies WaitingEmail);
      const code = await createCode(app, accountId, 'email', { detail });
      await mailCode(app, accountId, {
        to: email,
        subject: t('{code} is your email confirmation code', { code }),
        text: t(
          'Someone (hopefully you) wants to use this email address for @{username}.\n\nYour confirmation code: {code}\n\nIt expires in one hour. Enter it where you requested it, or at\n{plazaUrl}/settings/credentials\n\nIf this was not you, ignore this email.',
          { username, code, plazaUrl: app.config.plazaUrl },
        ),
      });
    });
  },
);

/**
 * Changes the address with the code mailed to the new one, and with the password, unless it was given with the
 * request: otherwise a stolen session and a key that it created would take over the account. The former address is
 * notified and can undo the change.
 */
export const confirmEmail = verb(
  { name: 'credentials.confirm-email', who: 'member' },
  async (
    app: App,
    accountId: string,
    { code, current }: { code: string; current: string },
    device: Parameters<typeof requirePassword>[3],
  ): Promise<void> => {
    const detail = await checkCode(app, { accountId, purpose: 'email', code, field: 'code' });
    const { email, isProven } = parseWaiting(detail);
    if (!isProven) await requirePassword(app, accountId, current, device);
    await inTransaction(app, async (app) => {
      if (!(await consumeCode(app, accountId, 'email'))) return;
      const { email: before, username } = await getAccount(app, accountId, 'locked');
      if (before === email) return;
      await changeEmail(app, accountId, email);
      const token = await createMailedLink(app, accountId, {
        purpose: 'email-undo',
        detail: { email: before, folded: emailColumns(before).email_folded },
        life: days(undoDays),
      });
      await sendMail(app, {
        to: before,
        subject: t('Your email address was changed'),
        text: t(
          'The email address of @{username} at {plazaUrl} was changed to {email}. You can no longer sign in with this one.\n\nIf this was not you, open this link within {undoDays} days and press the button. It restores this email address and ends all sessions and keys:\n{plazaUrl}/settings/email/undo?token={token}',
          { username, plazaUrl: app.config.plazaUrl, email, undoDays, token },
        ),
      });
    });
  },
);

/** The new address that is waiting for its code. */
export async function findWaitingEmail(
  { db, clock }: App,
  accountId: string,
): Promise<WaitingEmail | undefined> {
  const row = await db
    .selectFrom('identity.mailed_code')
    .select('detail')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'email')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row && parseWaiting(row.detail);
}

const getAccount = ({ db }: App, accountId: string, lock?: 'locked') =>
  db
    .selectFrom('identity.account')
    .select(['email', 'username'])
    .where('id', '=', accountId)
    .$if(lock !== undefined, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow();

/** Days within which the former address can undo a change. */
const undoDays = 7;

/**
 * Restores the address that the link was mailed to. Because someone else had access, this revokes everything
 * that can act for the account: sessions, keys, grants, passkeys, the password, and a second factor set up
 * since the change. Returns the restored address, where a new password can be requested.
 */
export const undoEmail = verb(
  { name: 'credentials.undo-email', who: 'anyone' },
  async (app, token: string): Promise<string> => {
    return inTransaction(app, async (app) => {
      const link = await useMailedLink<{ email: string }>(app, 'email-undo', token);
      if (!link) throw new Problem('missing', msg('This link has expired or was already used'));
      const { accountId, createdAt, detail } = link;
      await changeEmail(app, accountId, detail.email);
      await app.db
        .updateTable('identity.account')
        .set({ password_hash: '' })
        .where('id', '=', accountId)
        .execute();
      // Undo links of later changes would return the account to the attacker.
      await app.db
        .deleteFrom('identity.mailed_link')
        .where('account_id', '=', accountId)
        .where((row) => row.or([row('purpose', '=', 'password'), row('created_at', '>=', createdAt)]))
        .execute();
      await app.db.deleteFrom('identity.mailed_code').where('account_id', '=', accountId).execute();
      const factor = await app.db
        .deleteFrom('identity.second_factor')
        .where('account_id', '=', accountId)
        .where('confirmed_at', '>=', createdAt)
        .returning('account_id')
        .executeTakeFirst();
      if (factor)
        await app.db.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
      await endAccess(app, accountId, endEverything);
      return detail.email;
    });
  },
);
