import { parseJson } from '../../kernel/json.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

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
