import { hash, verify } from '@node-rs/argon2';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { lengthOf, normalize } from '../../kernel/text.ts';
import { hours, minutes, seconds } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/mail.ts';
import { WorkQueue } from '../../platform/work-queue.ts';
import { type AlsoEnd, endAccess } from '../sessions/end-access.ts';
import { createMailedLink, useMailedLink } from './mailed-links.ts';

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
export const changePassword = verb(
  { name: 'credentials.change-password', who: 'member' },
  async (app, accountId: string, password: string, options: ChangeOptions = {}) => {
    await refuseBadPassword(app, accountId, password);
    const passwordHash = await hashPassword(password);
    await inTransaction(app, (app) => setPassword(app, accountId, passwordHash, options));
  },
);

async function refuseBadPassword(app: App, accountId: string, password: string): Promise<void> {
  refuseWeakPassword(password);
  const account = await app.db
    .selectFrom('identity.account')
    .select(['email', 'username'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  refuseGuessablePassword(app, password, account);
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
export const confirmPasswordChange = verb(
  { name: 'credentials.confirm-password', who: 'anyone' },
  async (app, token: string) => {
    await inTransaction(app, async (app) => {
      const link = await useMailedLink<PasswordChange>(app, 'password', token);
      if (!link) throw new Problem('missing', msg('This link has expired or was already used'));
      await setPassword(app, link.accountId, link.detail.passwordHash, { end: link.detail.end });
    });
  },
);

/** OWASP's first recommendation for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each hash takes 19 MiB and one of four threads shared with file access, so one thread stays free. Sign-ins
 * and owners of password-protected links take turns.
 */
const hashing = new WorkQueue({
  concurrency: Math.min(3, Math.max(2, availableParallelism())),
  maxWaiting: 300,
  maxWaitingPerOwner: 200,
  timeout: seconds(10),
  message: msg('Too many sign-ins at the moment. Try again shortly.'),
  retryAfter: 2,
});
const signingIn = 'sign-in';

/**
 * @param owner the queue whose turn it uses. All account passwords share one. Never call this inside a
 * transaction.
 */
export const hashPassword = (password: string, owner = signingIn) =>
  hashing.run(owner, () => hash(comparablePassword(password), cost));

/**
 * Checked when the account does not exist or has no password, so that the response takes as long as for one that has.
 */
const dummyHash = await hash('nobody has this password', cost);

/** Whether the password is the account's. Without an account it returns false after the same work. */
export const isPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> =>
  (await matchPassword(passwordHash, password)) !== undefined;

/**
 * Like `isPassword`. Former hashes are of passwords as typed: `former` means that only this form matches, and
 * that the hash should be replaced.
 */
export async function matchPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<'same' | 'former' | undefined> {
  const stored = passwordHash === '' ? undefined : passwordHash;
  const matches = (form: string) =>
    hashing.run(signingIn, () => verify(stored ?? dummyHash, form).catch(() => false));
  const comparable = comparablePassword(password);
  const isSame = await matches(comparable);
  const isFormer = !isSame && comparable !== password && (await matches(password));
  if (stored === undefined) return undefined;
  if (isSame) return 'same';
  return isFormer ? 'former' : undefined;
}

/**
 * A password in the form in which it is hashed. Keyboards differ in the Unicode form that they write. Longer
 * text is not a password and stays as it is, because one character can become eighteen.
 */
const comparablePassword = (password: string): string =>
  password.length > longestTyped ? password : normalize(password, 'NFKC');

/** Maximum UTF-16 units of a password in the form in which it is hashed, and as typed. */
const [longestPassword, longestTyped] = [128, 512];

export const isTooLong = (password: string): boolean => comparablePassword(password).length > longestPassword;

/** In user-perceived characters. */
export const shortestPassword = 8;

/** Rejects passwords that are short, long or common. The limit of 128 keeps hashing cheap. */
export function refuseWeakPassword(typed: string, field = 'password'): void {
  const password = comparablePassword(typed);
  if (lengthOf(password) < shortestPassword)
    throw invalid(
      field,
      msg('The password must have at least {shortestPassword} characters', { shortestPassword }),
    );
  if (isTooLong(typed)) throw invalid(field, msg('The password must have at most 128 characters'));
  if (new Set(password).size < 4)
    throw invalid(field, msg('The password must have at least 4 different characters'));
  if (commonPasswords().has(password.toLowerCase()))
    throw invalid(field, msg('This password is too common. Choose another one.'));
}

/** Names of the software and of roles. The hosts of the installation are added. */
const ownWords = [
  'plaza',
  'hop',
  'admin',
  'administrator',
  'operator',
  'moderator',
  'support',
  'welcome',
  'account',
];

/** The words of the installation, which are no password by themselves, nor with digits and marks around them. */
const wordsOf = ({ plazaUrl, hopUrl }: Pick<App['config'], 'plazaUrl' | 'hopUrl'>): ReadonlySet<string> =>
  new Set([
    ...ownWords,
    ...[plazaUrl, hopUrl].flatMap((url) => {
      const { hostname } = new URL(url);
      return [hostname, ...hostname.split('.')].map(lettersOf);
    }),
  ]);

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '');

/** Rejects a password that others can guess from the account, or from the names of the installation. */
export function refuseGuessablePassword(
  { config }: { config: Pick<App['config'], 'plazaUrl' | 'hopUrl'> },
  password: string,
  { username, email }: { username: string; email: string },
): void {
  const folded = comparablePassword(password).toLowerCase();
  const names = [username, email, email.split('@')[0] ?? ''];
  if (names.some((name) => comparablePassword(name).toLowerCase() === folded))
    throw invalid('password', msg('Password must differ from the username and the email address'));
  const letters = lettersOf(folded);
  if (letters !== '' && wordsOf(config).has(letters))
    throw invalid('password', msg('This password is too common. Choose another one.'));
}

let common: ReadonlySet<string> | undefined;

/**
 * About ten thousand common passwords that meet the minimum length. Loaded when the first password is
 * checked.
 */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common;
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: Record<string, readonly string[]>;
  };
  common = new Set(dictionary['passwords-common']?.filter(({ length }) => length >= shortestPassword));
  return common;
}
