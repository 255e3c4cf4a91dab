import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson } from '../../kernel/json.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { PasskeyOrigin } from './passkeys.ts';

const life = minutes(5);

/** The account that adds a passkey, and the passkey's name. Empty during sign-in. */
interface Purpose {
  accountId?: string;
  name?: string;
}

/** The challenge to sign, in base64url. */
export async function createPasskeyChallenge(
  { db, clock }: App,
  { origin }: PasskeyOrigin,
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
  { origin }: PasskeyOrigin,
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

const part = Type.String({ minLength: 1, maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$' });
const credential = (response: TSchema) =>
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' }),
    rawId: Type.String({ maxLength: 1400 }),
    type: Type.Literal('public-key'),
    response,
    clientExtensionResults: Type.Object({}),
  });

const Made = credential(
  Type.Object({
    clientDataJSON: part,
    attestationObject: part,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
);
const Shown = credential(
  Type.Object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength: 200 })])),
  }),
);

/** A browser's credential and the challenge it refers to. */
interface Sent<T> {
  credential: T;
  challenge: string;
}

/** Parses a new passkey that a browser submitted. Returns undefined if invalid. */
export const parseRegistration = (text: string) =>
  read(Made, text) as Sent<RegistrationResponseJSON> | undefined;

/** Parses a passkey signature that a browser submitted. */
export const parseShown = (text: string) => read(Shown, text) as Sent<AuthenticationResponseJSON> | undefined;

function read(shape: TSchema, text: string): Sent<unknown> | undefined {
  const credential = parse(text);
  if (!Value.Check(shape, credential)) return undefined;
  const { response } = credential as { response: { clientDataJSON: string } };
  const data = parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
  const challenge = (data as { challenge?: unknown } | null)?.challenge;
  return typeof challenge === 'string' ? { credential, challenge } : undefined;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
