import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { askBase, askSolana, type Signature, type Transfer } from './local-chains.ts';

/**
 * How a facilitator responds. `lost`: it charges, and its response never arrives. `hang`: the connection does
 * not end either.
 */
export type FacilitatorBehavior =
  | 'right'
  | 'refuse'
  | 'refuse in words'
  | 'away'
  | 'lost'
  | 'hang'
  | 'garbage'
  | 'no transaction'
  | 'odd transaction'
  | 'other payer'
  | 'other network'
  | 'error';

interface Sent {
  paymentPayload: {
    payload: { transaction?: string; authorization?: Transfer };
  };
  paymentRequirements: { network: string };
}

/** A fake facilitator with its chain: the settled payments, the number of requests, and its behavior. */
export interface Facilitator {
  url: string;
  verify: FacilitatorBehavior;
  settle: FacilitatorBehavior;
  /** Chooses the behavior of each call, if it varies. */
  turn: (() => FacilitatorBehavior) | undefined;
  /** Awaited before a payment is verified, before it is charged, and before the charge is reported. */
  reach: ((step: 'verify' | 'settle' | 'charged', identity: string) => Promise<void>) | undefined;
  /** Duration of a settlement in milliseconds. */
  delay: number;
  verified: number;
  settled: number;
  /** Charged payments, each once. */
  charged: Set<string>;
  /** What the chain at `/base` has. Payers can put there what they like. */
  transfers: Transfer[];
  /** What the chain at `/solana` has of the payer, the newest first. */
  signatures: Signature[];
  supported: number;
  stop(): Promise<void>;
}

const feePayer = 'FeePayer1111111111111111111111111111111111';

export async function startFacilitator(host = '127.0.0.1'): Promise<Facilitator> {
  const facilitator: Facilitator = {
    url: '',
    verify: 'right',
    settle: 'right',
    delay: 0,
    turn: undefined,
    reach: undefined,
    verified: 0,
    settled: 0,
    charged: new Set(),
    transfers: [],
    signatures: [],
    supported: 0,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      void answer(facilitator, request.url ?? '', body).then((said) => {
        if (said === undefined) response.destroy();
        else response.setHeader('content-type', 'application/json').end(said);
      });
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  facilitator.url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return facilitator;
}

async function answer(facilitator: Facilitator, path: string, body: string): Promise<string | undefined> {
  if (path === '/supported') {
    facilitator.supported += 1;
    const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    return JSON.stringify({ kinds: [{ x402Version: 2, scheme: 'exact', network, extra: { feePayer } }] });
  }
  if (path === '/base') return askBase(facilitator.transfers, body);
  if (path === '/solana') return askSolana(facilitator.signatures, body);
  const sent = JSON.parse(body) as Sent;
  return path === '/verify' ? verify(facilitator, sent) : settle(facilitator, sent);
}

const never = new Promise<undefined>(() => undefined);

const payerOf = ({ paymentPayload: { payload } }: Sent) => payload.authorization?.from;
const identityOf = ({ paymentPayload: { payload } }: Pick<Sent, 'paymentPayload'>) =>
  payload.transaction ?? `${payload.authorization?.from} ${payload.authorization?.nonce}`;

async function verify(facilitator: Facilitator, sent: Sent): Promise<string | undefined> {
  facilitator.verified += 1;
  await facilitator.reach?.('verify', identityOf(sent));
  const behavior = facilitator.turn?.() ?? facilitator.verify;
  if (behavior === 'hang') return never;
  if (behavior === 'away') return undefined;
  if (behavior === 'garbage') return '<html>';
  if (behavior === 'refuse') return JSON.stringify({ isValid: false, invalidReason: 'insufficient_funds' });
  return JSON.stringify({
    isValid: true,
    payer: behavior === 'other payer' ? `0x${'9'.repeat(40)}` : payerOf(sent),
  });
}

async function settle(facilitator: Facilitator, sent: Sent): Promise<string | undefined> {
  facilitator.settled += 1;
  const behavior = facilitator.turn?.() ?? facilitator.settle;
  if (behavior === 'away') return undefined;
  if (behavior === 'error') return JSON.stringify({ error: 'internal' });
  await facilitator.reach?.('settle', identityOf(sent));
  const { network } = sent.paymentRequirements;
  const failed = (errorReason: string) =>
    JSON.stringify({ success: false, errorReason, transaction: '', network });
  if (behavior === 'refuse') return failed('insufficient_funds');
  if (behavior === 'refuse in words')
    return failed('The contract reverted: authorization is used or canceled');
  if (facilitator.delay > 0) await sleep(facilitator.delay);
  const identity = identityOf(sent);
  const { authorization } = sent.paymentPayload.payload;
  const isUsed = facilitator.transfers.some(
    ({ from, nonce }) => from === authorization?.from && nonce === authorization.nonce,
  );
  if (isUsed || facilitator.charged.has(identity)) return failed('invalid_exact_evm_nonce_already_used');
  facilitator.charged.add(identity);
  if (authorization) facilitator.transfers.push(authorization);
  await facilitator.reach?.('charged', identity);
  if (behavior === 'lost') return undefined;
  if (behavior === 'hang') return never;
  if (behavior === 'garbage') return '{"success":';
  return JSON.stringify({
    success: true,
    transaction:
      behavior === 'no transaction'
        ? ''
        : behavior === 'odd transaction'
          ? `0x\0${'1'.repeat(10_000)}`
          : `0x${Buffer.from(identity).toString('hex').slice(0, 64)}`,
    network: behavior === 'other network' ? 'eip155:1' : network,
    payer: behavior === 'other payer' ? `0x${'9'.repeat(40)}` : payerOf(sent),
  });
}

/** Returns the facilitator's identity of a payment. */
export const identityIn = ({ 'payment-signature': header }: { 'payment-signature': string }): string =>
  identityOf({
    paymentPayload: JSON.parse(Buffer.from(header, 'base64').toString()) as Sent['paymentPayload'],
  });
