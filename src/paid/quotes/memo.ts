import { createHmac, randomFillSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { sameSecret } from '../../kernel/secrets.ts';

/**
 * A quote without a row: `<nonce>.<expiry>.<MAC>` over the hash of the input and the price. It is keyed, so that the memo of a
 * transaction that all can see does not reveal the input, and differs for every quote, so that two payments are never the
 * same transaction.
 */
export function createMemo(key: KeyObject, input: Buffer, expires: Date): string {
  const nonce = createNonce();
  const expiry = Math.floor(expires.getTime() / 1000).toString(36);
  return `${nonce}.${expiry}.${mac(key, input, nonce, expiry)}`;
}

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

const form = /^([\w-]{12})\.([0-9a-z]{6,8})\.([\w-]{22})$/;

type MemoCheck = { is: 'valid'; nonce: string } | { is: 'expired'; nonce: string } | { is: 'mismatch' };

/** Whether a memo is a quote of ours for this input and price that can still be paid. */
export function checkMemo(key: KeyObject, input: Buffer, memo: string, now: Date): MemoCheck {
  const [, nonce = '', expiry = '', sent = ''] = form.exec(memo) ?? [];
  if (!nonce || !sameSecret(sent, mac(key, input, nonce, expiry))) return { is: 'mismatch' };
  return { is: parseInt(expiry, 36) * 1000 < now.getTime() ? 'expired' : 'valid', nonce };
}

const mac = (key: KeyObject, input: Buffer, nonce: string, expiry: string): string =>
  createHmac('sha256', key)
    .update(`x402-bind-1|${nonce}|${expiry}|`)
    .update(input)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
