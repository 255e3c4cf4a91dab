import { msg, Problem } from '../../kernel/problem.ts';
import { sql } from 'kysely';
import { type App, verb } from '../../platform/app.ts';
import { beginSession, type Device, type StartedSession } from '../sessions/sessions.ts';
import { hashPassword, matchPassword } from '../credentials/password.ts';
import { hasEmail } from '../account/email.ts';
import { createChallenge, type Challenge } from '../second-factor/challenge.ts';
import { findKnownDevice } from '../sessions/use.ts';
import {
  countGuess,
  countSignIn,
  guessedName,
  isEmail,
  resetGuesses,
  recordWrongGuess,
} from '../sessions/sign-in-limits.ts';
import { refusePasswords } from '../providers/providers.ts';

interface Credentials {
  usernameOrEmail: string;
  password: string;
}

/** A new session, or the challenge required before one starts. */
export type SignedIn = StartedSession | { challenge: Challenge };

/**
 * Checks a password and starts a session, unless the account has a second factor. The error is the same for a
 * wrong name and a wrong password.
 */
export const signIn = verb(
  { name: 'sign-in.sign-in', who: 'anyone' },
  async (app, given: Credentials, device: Device): Promise<SignedIn> => {
    await refusePasswords(app);
    const typed = given.usernameOrEmail.trim();
    const name = guessedName(typed);
    await countSignIn(app, device);
    const account = await app.db
      .selectFrom('identity.account as account')
      .select(['id', 'password_hash', 'suspended_at', 'suspended_until', 'suspension_reason'])
      .where((is) => (isEmail(typed) ? hasEmail(typed) : is(sql`lower(username)`, '=', name)))
      .where('deleted_at', 'is', null)
      .orderBy(sql`account.email = ${typed}`, 'desc')
      .limit(1)
      .executeTakeFirst();
    const knownDevice = account && (await findKnownDevice(app, account.id, device));
    const guess = { name, address: device.address, knownDevice };
    await countGuess(app, guess);
    const match = await matchPassword(account?.password_hash, given.password);
    if (!match || !account) {
      await recordWrongGuess(app, guess, account?.id);
      throw new Problem('unauthenticated', msg('Incorrect username or password'));
    }
    if (account.suspended_at) {
      const until = account.suspended_until
        ? ` until ${account.suspended_until.toISOString().slice(0, 10)}`
        : '';
      const why = account.suspension_reason && `: ${account.suspension_reason}`;
      throw new Problem('forbidden', msg('This account is suspended{until}{why}', { until, why }));
    }
    await resetGuesses(app, guess);
    if (match === 'former') await rehash(app, account, given.password);
    const challenge = await createChallenge(app, account.id, device);
    if (challenge) return { challenge };
    return beginSession(app, account.id, device);
  },
);

/** Replaces the hash of a password that was hashed as typed, so that it matches in any Unicode form. */
async function rehash(
  app: App,
  { id, password_hash }: { id: string; password_hash: string },
  password: string,
): Promise<void> {
  await app.db
    .updateTable('identity.account')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
}
