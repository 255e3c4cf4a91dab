declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Parameters {
    version: 'aes128gcm';
    /** Own key pair: the sender's to encrypt, the receiver's to decrypt. */
    privateKey: ECDH;
    /** The receiver's public key, base64url. */
    dh?: string;
    /** The shared secret, base64url. */
    authSecret: string;
  }
  export function encrypt(body: Buffer, parameters: Parameters): Buffer;
  export function decrypt(body: Buffer, parameters: Parameters): Buffer;
}
