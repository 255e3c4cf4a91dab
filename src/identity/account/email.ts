import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { comparableEmail, emailColumns } from '../../kernel/comparable.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { inLanguage, interfaceLanguages, readerLanguage } from '../../web/translation/languages.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { job, type JobOptions } from '../../platform/jobs/jobs.ts';
import { type MailMessage, sendMail } from '../../platform/mail.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { refuseBadEmail } from './names.ts';

/** Validates an address and returns it as it is stored. */
export function parseEmail(typed: string, field = 'email'): string {
  const email = normalize(typed.trim().slice(0, 1000), 'NFC');
  refuseBadEmail(email, field);
  return email;
}

/**
 * SQL: whether an address belongs to the row `account` of `identity.account`, however it is written. It belongs to
 * the account that confirmed it. An account whose address has no comparable form yet, or one that another account
 * has, is found by its address as stored.
 */
export const hasEmail = (typed: string): RawBuilder<boolean> =>
  sql<boolean>`(account.activated_at is not null and ${isWritten(typed)})`;

/** SQL: whether a row has an address that it has not confirmed, which other accounts can have as well. */
export const hasUnconfirmedEmail = (typed: string): RawBuilder<boolean> =>
  sql<boolean>`(account.activated_at is null and ${isWritten(typed)})`;

const isWritten = (typed: string) => sql`(
  system.email_key(account.email, account.email_folded) = ${comparableEmail(typed)} or (account.email = ${typed.trim()}
    and account.email_folded is null and octet_length(account.email) <> char_length(account.email)))`;

/** Number of accounts per run. Few have an address that is not ASCII. */
const atOnce = 1000;

export const foldEmailsJob = job('identity.fold-emails', Type.Object({}), foldEmails, { cron: '* * * * *' });

/** Fills in the comparable form of addresses stored before there was one. The earliest account with it keeps it. */
async function foldEmails(app: App): Promise<void> {
  const unfolded = await app.db
    .selectFrom('identity.account')
    .select(['id', 'email'])
    .where('email_folded', 'is', null)
    .where(sql<boolean>`octet_length(email) <> char_length(email)`)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const { id, email } of unfolded)
    await inTransaction(app, async ({ db }) => {
      await db
        .updateTable('identity.account')
        .set(emailColumns(email))
        .where('id', '=', id)
        .where('email', '=', email)
        .execute();
    }).catch((error: unknown) => {
      if (!isDuplicate(error, 'account_email_key')) throw error;
      app.log.warn({ account: id }, 'the email address is that of another account, written in another way');
    });
}

/** The recipient of an email. */
interface Recipient {
  username: string;
  firstName: string;
}

/**
 * Mails an account in its chosen language, in the surrounding transaction. Sends nothing if the account is
 * deleted.
 */
export async function mailAccount(
  app: Pick<App, 'db' | 'clock'>,
  accountId: string,
  write: (recipient: Recipient) => Omit<MailMessage, 'to'>,
  options?: JobOptions,
): Promise<void> {
  const found = await app.db
    .selectFrom('identity.account')
    .select(['email', 'username', 'first_name as firstName', 'language'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) return;
  const { email, language } = found;
  const message = inLanguage(readerLanguage(language), () => write(found));
  await sendMail(app, { to: email, ...message }, options);
}

/** The language chosen in the account settings. Blank: use the browser's languages. */
export async function getLanguage({ db }: Pick<App, 'db'>, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('identity.account')
    .select('language')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.language ?? '';
}

export const changeLanguage = verb(
  { name: 'accounts.language', who: 'anyone' },
  async (app: App, accountId: string, language: string): Promise<void> => {
    if (language !== '' && !(await listSelectableLanguages(app)).includes(language))
      throw invalid('language', msg('That language is not available'));
    await app.db.updateTable('identity.account').set({ language }).where('id', '=', accountId).execute();
  },
);

/** The languages of the interface and those in which the operator wrote pages. */
export async function listSelectableLanguages(app: App): Promise<string[]> {
  const { languages } = await getSiteSettings(app);
  return [...new Set([...interfaceLanguages, ...languages])];
}

/** The languages to use for a request: the account's setting, or else the browser's. */
export async function requestedLanguages(
  app: Pick<App, 'db'>,
  viewer: { id: string } | undefined,
  acceptLanguage: string,
): Promise<string> {
  const chosen = viewer ? await getLanguage(app, viewer.id) : '';
  return chosen === '' ? acceptLanguage : `${chosen},${acceptLanguage}`;
}
