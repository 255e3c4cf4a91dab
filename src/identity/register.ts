import { sql } from 'kysely';
import { Problem, invalid } from '../kernel/problem.ts';
import { minutes } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import type { Limit } from '../platform/http/endpoint.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { createAccessKey } from './access-keys.ts';
import { refuseBadEmail, refuseBadName, refuseBadUsername } from './names.ts';
import { hashPassword, refuseWeakPassword } from './password.ts';

/** For every door that leads here. */
export const signUpLimit: Limit = {
  by: ['address'],
  calls: (config) => config.SIGN_UP_LIMIT,
  within: minutes(30),
};

export interface NewAccount {
  username: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  gender?: string;
}

/**
 * Makes an account with its link API key. The first one of an installation becomes the operator, also when
 * several register at once. Returns the account's id.
 */
export async function register(app: App, given: NewAccount): Promise<string> {
  const account = tidy(given);
  const passwordHash = await hashPassword(account.password);
  return inTransaction(app, async (app) => {
    const role = await roleOfNewcomer(app);
    if (role === 'member' && app.config.REGISTRATION === 'closed')
      throw new Problem('forbidden', 'Registration is closed here');
    const { id } = await app.db
      .insertInto('identity.account')
      .values({
        username: account.username,
        email: account.email,
        password_hash: passwordHash,
        first_name: account.firstName,
        last_name: account.lastName,
        gender: account.gender ?? '',
        role,
        registered_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(sayWhichIsTaken);
    await createAccessKey(app, id);
    return id;
  });
}

function tidy(given: NewAccount): NewAccount {
  const account = {
    ...given,
    username: given.username.trim(),
    email: given.email.trim(),
    firstName: given.firstName.trim(),
    lastName: given.lastName.trim(),
  };
  refuseBadName(account.firstName, 'first_name', 'first name');
  refuseBadName(account.lastName, 'last_name', 'last name');
  refuseBadUsername(account.username);
  refuseBadEmail(account.email);
  refuseWeakPassword(account.password);
  if (account.password.toLowerCase() === account.username.toLowerCase())
    throw invalid('password', 'The password must differ from the user name');
  return account;
}

/** Looks without a lock first: only an empty installation makes newcomers wait for each other. */
async function roleOfNewcomer(app: App): Promise<'operator' | 'member'> {
  const anyone = () => app.db.selectFrom('identity.account').select('id').limit(1).executeTakeFirst();
  if (await anyone()) return 'member';
  await sql`select pg_advisory_xact_lock(7267002)`.execute(app.db);
  return (await anyone()) ? 'member' : 'operator';
}

function sayWhichIsTaken(error: unknown): never {
  if (isDuplicate(error, 'account_username_key'))
    throw new Problem('conflict', 'That user name is taken', { field: 'username' });
  if (isDuplicate(error, 'account_email_key'))
    throw new Problem('conflict', 'That email address has an account already', { field: 'email' });
  throw error;
}
