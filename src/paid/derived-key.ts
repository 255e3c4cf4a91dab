import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Config } from '../platform/settings/config.ts';

export interface DerivedKey {
  secret: KeyObject;
  /** As published, with its thumbprint (RFC 7638) as id. */
  published: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string };
}

/** The start of an Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key of the installation, so that all processes share it and no other secret is stored. */
export function derivedKey(config: Pick<Config, 'secretKey'>, purpose: string): DerivedKey {
  const seed = Buffer.from(hkdfSync('sha256', config.secretKey, '', purpose, 32));
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  return { secret, published: { kty: 'OKP', crv: 'Ed25519', x, kid } };
}
