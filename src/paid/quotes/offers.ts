import { hash, randomFillSync } from 'node:crypto';
import { canonical } from '../../kernel/json.ts';
import { sameSecret } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import type { Amount } from '../operation.ts';
import { feePayerOf } from '../settlement/fee-payer.ts';
import { receivingAddresses } from '../settlement/receiving-addresses.ts';
import { type PaymentNetwork, networksOf } from '../wire/payment-header.ts';

/** A payment option: the required content of a payment on this network, as sent in version 2. */
export interface Offer {
  scheme: 'exact';
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  /** The signature's domain on Base, the fee payer on Solana, and the quote. */
  extra: Record<string, string>;
}

export type QuotingApp = Pick<App, 'config' | 'outbound' | 'log' | 'clock'>;

/** Returns the offers of a quote, one per network. */
export const offersFor = (app: QuotingApp, amount: Amount, memo: string) =>
  Promise.all(
    networksOf(app.config).map(async (network) => ({
      network,
      offer: await offerOf(app, network, amount, memo),
    })),
  );

export async function offerOf(
  app: QuotingApp,
  network: PaymentNetwork,
  amount: Amount,
  memo: string,
): Promise<Offer> {
  const { config } = app;
  const payTo = await receivingAddresses(config);
  return {
    scheme: 'exact',
    network: network.id,
    amount: amount.toString(),
    asset: network.asset,
    payTo: payTo[network.kind],
    maxTimeoutSeconds: config.X402_QUOTE_SECONDS,
    extra:
      network.kind === 'base'
        ? { name: config.X402_BASE_ASSET_NAME, version: config.X402_BASE_ASSET_VERSION, memo }
        : { feePayer: await feePayerOf(app), memo },
  };
}

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

/** A buyer's request, before validation. */
export interface CallInput {
  method: 'GET' | 'POST';
  path: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Serializes a call and its price, independent of the order of parameters and fields. */
export const inputText = ({ method, path, query, body }: CallInput, amount: Amount): string =>
  `${amount} ${method} ${path} ${canonical(query)} ${canonical(body)}`;

/** SHA-256 of that text, as stored in the ledger. */
export const inputHash = (call: CallInput, amount: Amount): Buffer =>
  hash('sha256', inputText(call, amount), 'buffer');
