import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { comparableEmail } from '../../kernel/comparable.ts';
import { inLanguage, readerLanguage } from '../../kernel/translation/languages.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Message } from '../../platform/mail.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { hasEmail } from '../account/email.ts';

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
  new Problem('conflict', t('An account with this email address already exists'), { field: 'email' });

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
  { to, ...code }: Pick<Message, 'to' | 'subject' | 'text'>,
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
