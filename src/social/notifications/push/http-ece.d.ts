declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Parameters {
    version: 'aes128gcm';
    /** One's own pair of keys: of the sender to encrypt, of the receiver to decrypt. */
    privateKey: ECDH;
    /** The receiver's public key, base64url. */
    dh?: string;
    /** What sender and receiver share, base64url. */
    authSecret: string;
  }
  export function encrypt(body: Buffer, parameters: Parameters): Buffer;
  export function decrypt(body: Buffer, parameters: Parameters): Buffer;
}
