import { hash } from 'node:crypto';
import { canonical, isRecord } from '../../kernel/json.ts';
import type { Config } from '../../platform/settings/config.ts';
import { malformed, type PaymentNetwork, networksOf, parsePaymentHeader } from './payment-header.ts';
import { parseSolanaTransaction } from './solana-transaction.ts';

/** A request's payment, of either version and network. */
export interface Payment {
  version: 1 | 2;
  network: PaymentNetwork;
  payer: string;
  /** The signed amount, in atomic units. */
  amount: bigint;
  /** SHA-256 of the payment's identity on its chain. */
  identity: Buffer;
  /** SHA-256 of all signed data. */
  payloadHash: Buffer;
  /** The quote, if the payment carries one: signed on Solana, only echoed on Base. */
  memo: string | undefined;
  /** The offer echoed by version 2. */
  accepted: Record<string, unknown> | undefined;
  /** Base: the signed recipient, and the validity in seconds. */
  authorization: { to: string; validAfter: bigint; validBefore: bigint } | undefined;
  /** Solana: the fee payer of the transaction. */
  feePayer: string | undefined;
  /** The buyer's id of the payment. */
  clientId: string | undefined;
  /** As received, for the facilitator. */
  content: Record<string, unknown>;
}

/** A payment with an unsupported scheme or network. */
export class UnsupportedPayment extends Error {}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Returns the payment of a request, if any. Throws a `Problem` if it is malformed. */
export function parsePayment(headers: Headers, config: Config): Payment | undefined {
  const sent = parsePaymentHeader(headers);
  if (!sent) return undefined;
  const { version, content } = sent;
  const accepted = version === 2 ? record(content.accepted, 'accepted') : undefined;
  const { scheme, network: name } = accepted ?? content;
  const network = networksOf(config).find((each) => name === (version === 2 ? each.id : each.name));
  if (scheme !== 'exact' || !network) throw new UnsupportedPayment();
  const payload = record(content.payload, 'payload');
  const signed =
    network.kind === 'base' ? parseBase(network, payload, accepted) : parseSolana(network, payload);
  return {
    version,
    network,
    ...signed,
    payloadHash: hash('sha256', canonical(payload), 'buffer'),
    accepted,
    clientId: clientIdOf(content),
    content,
  };
}

type Signed = Pick<Payment, 'payer' | 'amount' | 'identity' | 'memo' | 'authorization' | 'feePayer'>;

/** EIP-3009: `transferWithAuthorization`. */
function parseBase(
  network: PaymentNetwork,
  payload: Record<string, unknown>,
  accepted: Payment['accepted'],
): Signed {
  const authorization = record(payload.authorization, 'authorization');
  const field = (name: string, form: RegExp) => matching(authorization[name], form, `authorization.${name}`);
  matching(payload.signature, /^0x[0-9a-fA-F]{2,4096}$/, 'signature');
  const payer = field('from', address).toLowerCase();
  const nonce = field('nonce', /^0x[0-9a-fA-F]{64}$/).toLowerCase();
  const extra = isRecord(accepted?.extra) ? accepted.extra : {};
  return {
    payer,
    amount: BigInt(field('value', digits)),
    identity: hash('sha256', `${network.id}|${network.asset.toLowerCase()}|${payer}|${nonce}`, 'buffer'),
    memo: typeof extra.memo === 'string' ? extra.memo : undefined,
    authorization: {
      to: field('to', address).toLowerCase(),
      validAfter: BigInt(field('validAfter', digits)),
      validBefore: BigInt(field('validBefore', digits)),
    },
    feePayer: undefined,
  };
}

const address = /^0x[0-9a-fA-F]{40}$/;
const digits = /^\d{1,78}$/;

/** A transaction signed by its payer, to be completed by the facilitator. */
function parseSolana(network: PaymentNetwork, payload: Record<string, unknown>): Signed {
  const text = matching(payload.transaction, /^[A-Za-z0-9+/]{100,2000}={0,2}$/, 'transaction');
  const { messageHash, feePayer, memos, transfers } = parseTransaction(Buffer.from(text, 'base64'));
  const [transfer] = transfers;
  if (!transfer || transfers.length > 1 || memos.length > 1)
    throw malformed('payload.transaction must have exactly one TransferChecked and at most one memo');
  return {
    payer: transfer.payer,
    amount: transfer.mint === network.asset ? transfer.amount : 0n,
    identity: hash('sha256', Buffer.concat([Buffer.from(`${network.id}|`), messageHash]), 'buffer'),
    memo: memos[0],
    authorization: undefined,
    feePayer,
  };
}

function parseTransaction(bytes: Buffer) {
  try {
    return parseSolanaTransaction(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw malformed('payload.transaction is not a Solana transaction');
    throw error;
  }
}

function clientIdOf({ extensions }: Record<string, unknown>): string | undefined {
  const identifier = isRecord(extensions) ? extensions['payment-identifier'] : undefined;
  const info = isRecord(identifier) ? identifier.info : undefined;
  const id = isRecord(info) ? info.id : undefined;
  return id === undefined ? undefined : matching(id, /^[\w-]{16,128}$/, 'payment-identifier id');
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw malformed(`${name} must be an object`);
}

function matching(value: unknown, form: RegExp, name: string): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw malformed(`${name} is missing or malformed`);
}
