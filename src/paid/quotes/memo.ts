import { hash, randomFillSync } from 'node:crypto';
import { sameSecret } from '../../kernel/secrets.ts';

/**
 * Creates a stateless quote: `<nonce>.<expiry>.<MAC>` over the input and the price (`inputText`). It is
 * keyed, so that the public memo of a transaction does not reveal the input, and unique, so that two payments
 * are never the same transaction.
 */
export function createMemo(key: string, input: string, expires: Date): string {
  const nonce = createNonce();
  const expiry = Math.floor(expires.getTime() / 1000)
    .toString(36)
    .padStart(9, '0');
  return `${nonce}.${expiry}.${mac(key, input, nonce, expiry)}`;
}

/**
 * Length of a memo in bytes. A multiple of three, so that its base64 is independent of the surrounding text.
 */
export const memoLength = 45;

const nonceLength = 9;
/** Random bytes for many nonces at once: requesting a few bytes costs as much as thousands. */
const drawn = Buffer.alloc(nonceLength * 500);
let used = drawn.length;

function createNonce(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += nonceLength;
  return drawn.toString('base64url', used - nonceLength, used);
}

const form = /^([\w-]{12})\.([0-9a-z]{9})\.([\w-]{22})$/;

type MemoCheck = { is: 'valid'; nonce: string } | { is: 'expired'; nonce: string } | { is: 'mismatch' };

/** Checks whether a memo is a valid quote for this input and price that can still be paid. */
export function checkMemo(key: string, input: string, memo: string, now: Date): MemoCheck {
  const [, nonce = '', expiry = '', sent = ''] = form.exec(memo) ?? [];
  if (!nonce || !sameSecret(sent, mac(key, input, nonce, expiry))) return { is: 'mismatch' };
  return { is: parseInt(expiry, 36) * 1000 < now.getTime() ? 'expired' : 'valid', nonce };
}

/**
 * 132 bits. SHA-3 with a prefixed key is a MAC, where SHA-2 needs the two rounds of an HMAC. Uses strings
 * only, because objects and buffers cost more than the hash.
 */
const mac = (key: string, input: string, nonce: string, expiry: string): string =>
  hash('sha3-256', `${key}|x402-bind-2|${nonce}|${expiry}|${input}`, 'base64url').slice(0, 22);
