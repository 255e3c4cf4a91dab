import { sql } from 'kysely';
import { comparableEmail, emailColumns } from '../../kernel/comparable.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { inLanguage, readerLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import type { DeviceTraits } from '../../platform/limit-counters.ts';
import { type MailMessage, sendMail } from '../../platform/mail.ts';
import type { Client } from '../../platform/http/caller.ts';
import { hasEmail, parseEmail } from '../account/email.ts';
import { refuseBadUsername, refuseLookalike, reserveUsername } from '../account/names.ts';
import { arePasswordsOff } from '../providers/providers.ts';
import { isFresh } from '../sessions/provider-sessions.ts';
import { countGuess, recordWrongGuess, resetGuesses } from '../sessions/sign-in-limits.ts';
import { findKnownDevice } from '../sessions/use.ts';
import { isPassword } from './password.ts';

/**
 * Required before every change that would let someone with a borrowed browser take over the account. Wrong
 * passwords are counted by account and address, as at sign-in, so guesses in a stolen session do not lock the
 * owner out. Where there is no password, the session must be at most ten minutes old. `field` is the name of the
 * form's field.
 */
export async function requirePassword(
  app: App,
  accountId: string,
  password: string,
  device: DeviceTraits & Partial<Pick<Client, 'cookies'>>,
  field = 'current',
): Promise<void> {
  const guess = {
    // No username or email address starts like this, so sign-ins are counted separately.
    name: `account:${accountId}`,
    address: device.address,
    knownDevice: await findKnownDevice(app, accountId, device),
  };
  await countGuess(app, guess);
  const account = await app.db
    .selectFrom('identity.account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (account?.password_hash === '' || (await arePasswordsOff(app))) {
    if (await isFresh(app, accountId, device.cookies?.xs ?? '')) return resetGuesses(app, guess);
    throw new Problem(
      'forbidden',
      msg('You sign in without a password. Sign in again, and repeat this within 10 minutes.'),
      { field },
    );
  }
  if (!(await isPassword(account?.password_hash, password))) {
    await recordWrongGuess(app, guess, accountId);
    throw new Problem('forbidden', msg('Incorrect password'), { field });
  }
  await resetGuesses(app, guess);
}

/**
 * Changes the email address. The caller has verified that it belongs to the account's owner, or the account has
 * not confirmed any yet.
 */
export async function changeEmail(app: App, accountId: string, given: string): Promise<void> {
  const email = parseEmail(given);
  await inTransaction(app, async (app) => {
    const { activated_at: isConfirmed } = await app.db
      .updateTable('identity.account')
      .set(emailColumns(email))
      .where('id', '=', accountId)
      .returning('activated_at')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (isDuplicate(error, 'account_email_key')) throw emailTaken();
        throw error;
      });
    if (isConfirmed) await refuseReservedEmail(app, email, accountId);
  });
}

/** Limits how often a username changes, because a name that changes daily does not identify anyone. */
const changes: LimitRule = { name: 'username:account', calls: 3, within: days(30), durable: true };

/**
 * Changes the username. Links with the old username stop working, but mentions in texts still lead to the
 * account. Nobody else can take the old username for a while.
 */
export const changeUsername = verb(
  { name: 'credentials.change-username', who: 'member' },
  async (app, accountId: string, given: string) => {
    const username = given.trim();
    refuseBadUsername(username);
    const { username: present } = await app.db
      .selectFrom('identity.account')
      .select('username')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (present === username) return;
    await refuseLookalike(app, { text: username, field: 'username' }, accountId);
    enforce(await app.limits.consume(changes, accountId));
    await inTransaction(app, async (app) => {
      await reserveUsername(app, accountId);
      await app.db.updateTable('identity.account').set({ username }).where('id', '=', accountId).execute();
    }).catch((error: unknown) => {
      if (isDuplicate(error, 'account_username_key'))
        throw new Problem('conflict', msg('This username is taken'), { field: 'username' });
      throw error;
    });
  },
);

interface Holder {
  language: string;
}

/**
 * The account that an address belongs to: the one that confirmed it, or the one that can still restore it. Runs
 * the same queries for every address.
 */
export async function findHolder(app: App, email: string, accountId: string): Promise<Holder | undefined> {
  const owner = await app.db
    .selectFrom('identity.account as account')
    .select('language')
    .where(hasEmail(email))
    .where('id', '<>', accountId)
    .executeTakeFirst();
  const former = await findReserving(app, email, accountId);
  return owner ?? former;
}

/**
 * Rejects an address that another account can still restore. Called after the address was written: the unique
 * index made this transaction wait for the one that gave up the address, so its undo link is visible now.
 */
export async function refuseReservedEmail(
  app: Pick<App, 'db' | 'clock'>,
  email: string,
  accountId: string,
): Promise<void> {
  if (await findReserving(app, email, accountId)) throw emailTaken();
}

export const emailTaken = () =>
  new Problem('conflict', msg('An account with this email address already exists'), { field: 'email' });

const findReserving = ({ db, clock }: Pick<App, 'db' | 'clock'>, email: string, accountId: string) =>
  db
    .selectFrom('identity.mailed_link as link')
    .innerJoin('identity.account as account', 'account.id', 'link.account_id')
    .select('account.language')
    .where('purpose', '=', 'email-undo')
    .where(sql`system.email_key(detail ->> 'email', detail ->> 'folded')`, '=', comparableEmail(email))
    .where('link.account_id', '<>', accountId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();

/**
 * Mails a code that confirms an address. Where the address belongs to another account, mails its owner that
 * someone tried instead, so that only the mailbox shows which of the two it is.
 */
export async function mailCode(
  app: App,
  accountId: string,
  { to, ...code }: Pick<MailMessage, 'to' | 'subject' | 'text'>,
): Promise<void> {
  const holder = await findHolder(app, to, accountId);
  const message = holder ? inLanguage(readerLanguage(holder.language), () => warning(app)) : code;
  await sendMail(app, { to, ...message });
}

const warning = ({ config: { plazaUrl } }: Pick<App, 'config'>) => ({
  subject: t('Someone tried to sign up with your email address'),
  text: t(
    'Someone (hopefully you) tried to use this email address for an account at {plazaUrl}. It already belongs to your account, which has not changed.\n\nSign in: {plazaUrl}/signin\nIf you forgot your password: {plazaUrl}/forgot\n\nIf this was not you, ignore this email.',
    { plazaUrl },
  ),
});
