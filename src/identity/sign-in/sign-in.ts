import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { beginSession, type StartedSession } from '../sessions/begin-session.ts';
import { isPassword } from '../credentials/password.ts';
import { createChallenge, type Challenge } from '../second-factor/challenge.ts';
import type { Device } from '../sessions/sessions.ts';
import { findKnownDevice } from '../sessions/record-device.ts';
import { countGuess, countSignIn, resetGuesses, recordWrongGuess } from '../sessions/sign-in-limits.ts';

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
export async function signIn(app: App, given: Credentials, device: Device): Promise<SignedIn> {
  const name = given.usernameOrEmail.trim().toLowerCase();
  await countSignIn(app, device);
  const account = await app.db
    .selectFrom('identity.account')
    .select(['id', 'password_hash', 'suspended_at', 'suspended_until', 'suspension_reason'])
    .where((is) => is.or([is(sql`lower(username)`, '=', name), is(sql`lower(email)`, '=', name)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const knownDevice = account && (await findKnownDevice(app, account.id, device));
  const guess = { name, address: device.address, knownDevice };
  await countGuess(app, guess);
  if (!(await isPassword(account?.password_hash, given.password)) || !account) {
    await recordWrongGuess(app, guess);
    throw new Problem('unauthenticated', t('Incorrect username or password'));
  }
  if (account.suspended_at) {
    const until = account.suspended_until
      ? ` until ${account.suspended_until.toISOString().slice(0, 10)}`
      : '';
    const why = account.suspension_reason && `: ${account.suspension_reason}`;
    throw new Problem('forbidden', t('This account is suspended{until}{why}', { until, why }));
  }
  await resetGuesses(app, guess);
  const challenge = await createChallenge(app, account.id, device);
  if (challenge) return { challenge };
  return beginSession(app, account.id, device);
}
