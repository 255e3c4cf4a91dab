import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Place } from './passkey.ts';

const life = minutes(5);

/** The account that adds a passkey, and the passkey's name. Empty during sign-in. */
interface Purpose {
  accountId?: string;
  name?: string;
}

/** The challenge to sign, in base64url. */
export async function createChallenge(
  { db, clock }: App,
  { origin }: Place,
  { accountId, name = '' }: Purpose = {},
): Promise<string> {
  const challenge = newToken();
  await db
    .insertInto('identity.passkey_challenge')
    .values({
      challenge_hash: tokenHash(challenge),
      origin,
      account_id: accountId ?? null,
      name,
      expires_at: new Date(clock.now().getTime() + life),
    })
    .execute();
  return challenge;
}

/**
 * Deletes a challenge and returns its details if it is unexpired and was created for this origin and account.
 */
export async function consumeChallenge(
  { db, clock }: App,
  { origin }: Place,
  challenge: string,
  accountId: string | null,
): Promise<{ name: string } | undefined> {
  return db
    .deleteFrom('identity.passkey_challenge')
    .where('challenge_hash', '=', tokenHash(challenge))
    .where('origin', '=', origin)
    .where('account_id', 'is not distinct from', accountId)
    .where('expires_at', '>', clock.now())
    .returning('name')
    .executeTakeFirst();
}
