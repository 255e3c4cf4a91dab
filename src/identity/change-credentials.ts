import { Problem } from '../kernel/problem.ts';
import type { App } from '../platform/app.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { enforce } from '../platform/limits.ts';
import type { LimitRule } from '../platform/limits.ts';
import { minutes } from '../kernel/time.ts';
import { refuseBadEmail } from './names.ts';
import { hashPassword, isPassword, refuseWeakPassword } from './password.ts';
import { endOtherSessions } from './sessions.ts';

/** A borrowed browser is no place to find the password out. As strict as signing in, and counted like it. */
const guesses: LimitRule = {
  name: 'password:account',
  calls: 10,
  within: minutes(5),
  blockFor: minutes(15),
  durable: true,
};

/** Asked before anything that would let a borrowed browser take the account. `field` is what the form calls it. */
export async function requirePassword(
  app: App,
  accountId: string,
  password: string,
  field = 'current',
): Promise<void> {
  enforce(await app.limits.consume(guesses, accountId));
  const account = await app.db
    .selectFrom('identity.account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!(await isPassword(account?.password_hash, password)))
    throw new Problem('forbidden', 'That is not your password', { field });
  await app.limits.reset(guesses, accountId);
}

/** Every other session ends; `keep` is the one that the change came from. */
export async function changePassword(
  app: App,
  accountId: string,
  password: string,
  keep?: string,
): Promise<void> {
  refuseWeakPassword(password);
  const password_hash = await hashPassword(password);
  await inTransaction(app, async (app) => {
    await app.db.updateTable('identity.account').set({ password_hash }).where('id', '=', accountId).execute();
    await endOtherSessions(app, accountId, keep);
  });
}

export async function changeEmail(app: App, accountId: string, given: string): Promise<void> {
  const email = given.trim();
  refuseBadEmail(email);
  await app.db
    .updateTable('identity.account')
    .set({ email })
    .where('id', '=', accountId)
    .execute()
    .catch((error: unknown) => {
      if (isDuplicate(error, 'account_email_key'))
        throw new Problem('conflict', 'That email address has an account already', { field: 'email' });
      throw error;
    });
}
