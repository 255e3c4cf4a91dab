import { createPrivateKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { App } from '../../platform/app.ts';

type Credentials = Pick<App['config'], 'X402_FACILITATOR_TOKEN' | 'X402_CDP_KEY_ID' | 'X402_CDP_KEY_SECRET'>;

/**
 * Returns headers that authenticate to the facilitator: none, a fixed token, or a token signed for this
 * request.
 */
export async function credentialsFor(
  config: Credentials,
  method: 'GET' | 'POST',
  url: string,
): Promise<Record<string, string>> {
  const { X402_FACILITATOR_TOKEN: token, X402_CDP_KEY_ID: keyId, X402_CDP_KEY_SECRET: secret } = config;
  if (keyId) return { authorization: `Bearer ${await signedToken(keyId, secret, method, url)}` };
  return token ? { authorization: `Bearer ${token}` } : {};
}

/**
 * As the API of Coinbase's developer platform requires: valid for two minutes, for one method and address.
 */
async function signedToken(keyId: string, secret: string, method: string, url: string): Promise<string> {
  const key = keyOf(secret);
  const { host, pathname } = new URL(url);
  const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256';
  return new SignJWT({ uris: [`${method} ${host}${pathname}`] })
    .setProtectedHeader({ alg, typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') })
    .setIssuer('cdp')
    .setSubject(keyId)
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('2m')
    .sign(key);
}

/**
 * Parses a PEM, in which line breaks may be escaped as \n, or the seed and public half of an Ed25519 key in
 * base64.
 */
function keyOf(secret: string): KeyObject {
  if (secret.includes('BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'));
  const bytes = Buffer.from(secret, 'base64');
  const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url');
  return createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) } });
}
