import { hash, randomFillSync } from 'node:crypto';
import { sameSecret } from '../../kernel/secrets.ts';

/**
 * A quote without a row: `<nonce>.<expiry>.<MAC>` over the input and the price (`inputText`). It is keyed, so that the memo of a
 * transaction that all can see does not reveal the input, and differs for every quote, so that two payments are never the
 * same transaction.
 */
export function createMemo(key: string, input: string, expires: Date): string {
  const nonce = createNonce();
  const expiry = Math.floor(expires.getTime() / 1000)
    .toString(36)
    .padStart(9, '0');
  return `${nonce}.${expiry}.${mac(key, input, nonce, expiry)}`;
}

/** Bytes of every memo, a multiple of three: base64 has it apart from what is around it. */
export const memoLength = 45;

const nonceLength = 9;
/** Drawn for many nonces at once: to ask for a few bytes costs as much as for thousands. */
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

/** Whether a memo is a quote of ours for this input and price that can still be paid. */
export function checkMemo(key: string, input: string, memo: string, now: Date): MemoCheck {
  const [, nonce = '', expiry = '', sent = ''] = form.exec(memo) ?? [];
  if (!nonce || !sameSecret(sent, mac(key, input, nonce, expiry))) return { is: 'mismatch' };
  return { is: parseInt(expiry, 36) * 1000 < now.getTime() ? 'expired' : 'valid', nonce };
}

/**
 * 132 bits. SHA-3 is a MAC with its key in front, where SHA-2 needs the two rounds of an HMAC; and text from text, as objects and
 * buffers cost more than the hash.
 */
const mac = (key: string, input: string, nonce: string, expiry: string): string =>
  hash('sha3-256', `${key}|x402-bind-2|${nonce}|${expiry}|${input}`, 'base64url').slice(0, 22);
