import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** A 402 response from either HTTP client. */
interface Answer {
  headers: IncomingHttpHeaders | OutgoingHttpHeaders;
}

/** An offer of version 2. */
export interface Offer {
  scheme: string;
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Record<string, string>;
}

interface Quote {
  x402Version: 2;
  error: string;
  resource: { url: string };
  accepts: Offer[];
  extensions: Record<string, unknown>;
}

/** Returns the quote of a 402. */
export const quoteOf = ({ headers }: Answer): Quote =>
  JSON.parse(Buffer.from(String(headers['payment-required']), 'base64').toString()) as Quote;

export const toHeader = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** Returns the settlement in the response headers. */
export const settlementOf = ({ headers }: Answer) =>
  JSON.parse(Buffer.from(String(headers['payment-response']), 'base64').toString()) as Record<
    string,
    unknown
  >;

const buyer = `0x${'ab'.repeat(20)}`;

/** Returns an authorization on Base as clients sign it, with a fake signature. */
const authorize = (offer: Offer, now: Date, changes: Record<string, string> = {}) => ({
  signature: `0x${'11'.repeat(65)}`,
  authorization: {
    from: buyer,
    to: offer.payTo,
    value: offer.amount,
    validAfter: '0',
    validBefore: String(Math.floor(now.getTime() / 1000) + offer.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...changes,
  },
});

/** Returns a payment of version 2 on Base for the quote of a 402. */
export function payOnBase(
  answer: Answer,
  now: Date,
  changes: { signed?: Record<string, string>; accepted?: Partial<Offer>; id?: string } = {},
): { 'payment-signature': string } {
  const { accepts, resource, extensions } = quoteOf(answer);
  const offer = accepts.find(({ network }) => network.startsWith('eip155'))!;
  const identifier = { 'payment-identifier': { info: { required: false, id: changes.id } } };
  return {
    'payment-signature': toHeader({
      x402Version: 2,
      payload: authorize(offer, now, changes.signed),
      accepted: { ...offer, ...changes.accepted },
      resource,
      extensions: { ...extensions, ...(changes.id !== undefined && identifier) },
    }),
  };
}

const payloadIn = ({ 'payment-signature': header = '' }: Record<string, string>) =>
  (JSON.parse(Buffer.from(header, 'base64').toString()) as { payload: unknown }).payload;

/** Returns what a payment of version 2 on Base authorizes. */
export const authorizationIn = (payment: Record<string, string>) =>
  (payloadIn(payment) as ReturnType<typeof authorize>).authorization;

/** Returns the transaction of a payment of version 2 on Solana, in base64. */
export const transactionIn = (payment: Record<string, string>) =>
  (payloadIn(payment) as { transaction: string }).transaction;

/** Returns a payment of version 1 on Base, which echoes nothing of the quote. */
export function payInVersion1(answer: Answer, now: Date): { 'x-payment': string } {
  const [offer] = quoteOf(answer).accepts;
  const payload = authorize(offer!, now);
  return { 'x-payment': toHeader({ x402Version: 1, scheme: 'exact', network: 'base', payload }) };
}

/** Returns a payment on Solana whose transaction has this memo, or none. */
export function payOnSolana(
  answer: Answer,
  { memo, version = 2 }: { memo?: string; version?: 1 | 2 } = {},
): Record<string, string> {
  const { accepts, resource, extensions } = quoteOf(answer);
  const offer = accepts.find(({ network }) => network.startsWith('solana'))!;
  const payload = { transaction: transfer(offer, memo).toString('base64') };
  return version === 1
    ? { 'x-payment': toHeader({ x402Version: 1, scheme: 'exact', network: 'solana', payload }) }
    : { 'payment-signature': toHeader({ x402Version: 2, payload, accepted: offer, resource, extensions }) };
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function key(base58: string): Buffer {
  let number = 0n;
  for (const letter of base58) number = number * 58n + BigInt(alphabet.indexOf(letter));
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}

/** Builds an unsigned transaction of version 0 with a TransferChecked and an optional memo. */
function transfer({ asset, amount, extra }: Offer, memo: string | undefined): Buffer {
  const token = key('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
  const memos = key('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
  const accounts = [
    key(extra.feePayer ?? ''),
    Buffer.alloc(32, 7),
    Buffer.alloc(32, 8),
    Buffer.alloc(32, 9),
    key(asset),
    token,
    memos,
  ];
  const value = Buffer.alloc(8);
  value.writeBigUInt64LE(BigInt(amount));
  const data = Buffer.concat([Buffer.from([12]), value, Buffer.from([6])]);
  const text = Buffer.from(memo ?? '');
  return Buffer.concat([
    Buffer.from([2]),
    Buffer.alloc(128),
    Buffer.from([0x80, 2, 0, 3, accounts.length]),
    ...accounts,
    randomBytes(32),
    Buffer.from([memo === undefined ? 1 : 2]),
    Buffer.from([5, 4, 2, 4, 3, 1, data.length]),
    data,
    ...(memo === undefined ? [] : [Buffer.from([6, 0, text.length]), text]),
    Buffer.from([0]),
  ]);
}
