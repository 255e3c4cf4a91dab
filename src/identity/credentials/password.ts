import { t } from '../../kernel/translation/translate.ts';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { invalid } from '../../kernel/problem.ts';
import { lengthOf, normalize } from '../../kernel/text.ts';
import { seconds } from '../../kernel/time.ts';
import { WorkQueue } from '../../platform/work-queue.ts';

/** OWASP's first recommendation for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each hash takes 19 MiB and one of four threads shared with file access, so one thread stays free. Sign-ins
 * and owners of password-protected links take turns.
 */
const hashing = () =>
  new WorkQueue({
    concurrency: Math.min(3, Math.max(2, availableParallelism())),
    maxWaiting: 300,
    maxWaitingPerOwner: 200,
    timeout: seconds(10),
    message: t('Too many sign-ins at the moment. Try again shortly.'),
    retryAfter: 2,
  });
const signingIn = 'sign-in';

/**
 * @param owner the queue whose turn it uses. All account passwords share one. Never call this inside a
 * transaction.
 */
export const hashPassword = (password: string, owner = signingIn) =>
  hashing().run(owner, () => hash(comparablePassword(password), cost));

/** Checked when the account does not exist, so that the response takes as long as for an existing one. */
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
  const matches = (form: string) =>
    hashing().run(signingIn, () => verify(passwordHash ?? dummyHash, form).catch(() => false));
  const comparable = comparablePassword(password);
  const isSame = await matches(comparable);
  const isFormer = !isSame && comparable !== password && (await matches(password));
  if (passwordHash === undefined) return undefined;
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
      t('The password must have at least {shortestPassword} characters', { shortestPassword }),
    );
  if (isTooLong(typed)) throw invalid(field, t('The password must have at most 128 characters'));
  if (new Set(password).size < 4)
    throw invalid(field, t('The password must have at least 4 different characters'));
  if (commonPasswords().has(password.toLowerCase()))
    throw invalid(field, t('This password is too common. Choose another one.'));
}

/** Rejects a password that others can guess from the account. */
export function refuseGuessablePassword(
  password: string,
  { username, email }: { username: string; email: string },
  field = 'password',
): void {
  const folded = (text: string) => comparablePassword(text).toLowerCase();
  if ([username, email, email.split('@')[0] ?? ''].some((text) => folded(text) === folded(password)))
    throw invalid(field, t('Password must differ from the username and the email address'));
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
