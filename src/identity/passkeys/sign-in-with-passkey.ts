import { msg, Problem } from '../../kernel/problem.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { sameSecret } from '../../kernel/secrets.ts';
import { type App, verb } from '../../platform/app.ts';
import { beginSession, type Device, type StartedSession } from '../sessions/sessions.ts';
import { endChallenge } from '../second-factor/challenge.ts';
import { countSignIn } from '../sessions/sign-in-limits.ts';
import { consumeChallenge, createPasskeyChallenge, parseShown } from './challenge.ts';
import { userHandle, type PasskeyOrigin } from './passkeys.ts';

/** Options for signing in with a passkey. The device chooses the account, so no username is needed. */
export const requestPasskey = verb(
  { name: 'passkeys.request', who: 'anyone' },
  async (app, place: PasskeyOrigin, device: Device): Promise<PublicKeyCredentialRequestOptionsJSON> => {
    await countSignIn(app, device);
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const challenge = await createPasskeyChallenge(app, place);
    return generateAuthenticationOptions({
      rpID: place.host,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      userVerification: 'required',
    });
  },
);

interface ShownPasskey {
  /** The browser's signed response, as JSON. */
  credential: string;
  /** The pending sign-in, when the passkey is its second factor. */
  handle?: string | undefined;
}

/**
 * Signs in with a passkey. It counts as two factors (the device and how it is unlocked), so nothing else is
 * required. When a password sign-in waits for its second factor, the passkey must belong to the same account.
 */
export const signInWithPasskey = verb(
  { name: 'passkeys.sign-in', who: 'anyone' },
  async (
    app,
    { credential: text, handle }: ShownPasskey,
    place: PasskeyOrigin,
    device: Device,
  ): Promise<StartedSession> => {
    const given = parseShown(text);
    if (!given || !(await consumeChallenge(app, place, given.challenge, null))) throw refusal();
    const passkey = await findPasskey(app, given.credential.id, place);
    if (!passkey) throw refusal();
    const counter = await check(app, given, passkey, place);
    if (passkey.suspended_at) throw new Problem('forbidden', msg('This account is suspended'));
    if (!(await recordUse(app, passkey, counter))) throw refusal();
    if (handle !== undefined && !(await endChallenge(app, handle, passkey.account_id))) throw refusal();
    return beginSession(app, passkey.account_id, device);
  },
);

type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

const findPasskey = ({ db }: App, credentialId: string, { host }: PasskeyOrigin) =>
  db
    .selectFrom('identity.passkey as passkey')
    .innerJoin('identity.account as account', 'account.id', 'passkey.account_id')
    .select(['passkey.id', 'account_id', 'credential_id', 'public_key', 'counter', 'suspended_at'])
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Rejects a signature by another passkey, over other data, or without user verification. */
async function check(
  app: App,
  { credential, challenge }: { credential: AuthenticationResponseJSON; challenge: string },
  { account_id, credential_id, public_key, counter }: Found,
  { origin, host }: PasskeyOrigin,
): Promise<number> {
  const { userHandle: shown } = credential.response;
  if (shown && !sameSecret(shown, userHandle(app, account_id).toString('base64url'))) throw refusal();
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: Number(counter) },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refusal(cause);
  });
  if (!verified) throw refusal();
  return authenticationInfo.newCounter;
}

/** Returns false if the device, or a copy of it, has signed again in the meantime. */
async function recordUse({ db, clock }: App, { id, counter }: Found, newCounter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.passkey')
    .set({ counter: String(newCounter), last_used_at: clock.now() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const refusal = (cause?: unknown) =>
  new Problem('unauthenticated', msg('Unknown passkey, or the request timed out'), { cause });
