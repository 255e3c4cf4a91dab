import { t } from '../../kernel/translation/translate.ts';
import { emailColumns } from '../../kernel/comparable.ts';
import { days, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { changeEmail } from './change-credentials.ts';
import { mailCode } from './email-holder.ts';
import { checkCode, consumeCode } from '../codes/check-code.ts';
import { createCode } from '../codes/create-code.ts';
import { createMailedLink } from './mailed-links.ts';
import { parseEmail } from '../account/email.ts';
import { rejectDisposableEmail } from '../account/names.ts';
import { undoDays } from './undo-email.ts';

/** Limits requests, so the form cannot be used to flood a mailbox. */
const asks: LimitRule = { name: 'email:account', calls: 5, within: minutes(30) };

/**
 * Mails a code to a new address. The old address stays until `confirmEmail` verifies the new one. Whether another
 * account has the address is shown to its owner only.
 */
export async function requestEmailChange(app: App, accountId: string, given: string): Promise<void> {
  const email = parseEmail(given);
  rejectDisposableEmail(email);
  enforce(await app.limits.consume(asks, accountId));
  await inTransaction(app, async (app) => {
    const { username } = await getAccount(app, accountId);
    const code = await createCode(app, accountId, 'email', { detail: email });
    await mailCode(app, accountId, {
      to: email,
      subject: t('{code} is your email confirmation code', { code }),
      text: t(
        'Someone (hopefully you) wants to use this email address for @{username}.\n\nYour confirmation code: {code}\n\nIt expires in one hour. Enter it where you requested it, or at\n{plazaUrl}/settings/credentials\n\nIf this was not you, ignore this email.',
        { username, code, plazaUrl: app.config.plazaUrl },
      ),
    });
  });
}

/**
 * Changes the address with the code mailed to the new one. The former address is notified and can undo the
 * change.
 */
export async function confirmEmail(app: App, accountId: string, code: string): Promise<void> {
  const email = await checkCode(app, { accountId, purpose: 'email', code, field: 'code' });
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
}

/** The new address that is waiting for its code. */
export async function findWaitingEmail({ db, clock }: App, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.mailed_code')
    .select('detail')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'email')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row?.detail;
}

const getAccount = ({ db }: App, accountId: string, lock?: 'locked') =>
  db
    .selectFrom('identity.account')
    .select(['email', 'username'])
    .where('id', '=', accountId)
    .$if(lock !== undefined, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow();
