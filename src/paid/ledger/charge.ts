import type { App } from '../../platform/app.ts';

/**
 * A means of payment for one call, such as x402 or a wallet's balance. All verify, settle and look up the
 * same way.
 */
export interface Charge {
  /** SHA-256 of the payment's identity. Charges with the same identity are the same payment. */
  identity: Buffer;
  /** SHA-256 of the payer's complete proof. */
  payloadHash: Buffer;
  /** SHA-256 of the call and its price. */
  inputHash: Buffer;
  /** The nonce of the paid quote. */
  quote: string | undefined;
  clientId: string | undefined;
  version: 1 | 2;
  network: string;
  asset: string;
  amount: bigint;
  payer: string;
  /** The data for settlement, as JSON. */
  request: object;
  /** Checks whether the payment can be settled, without charging it. */
  verify: (app: App) => Promise<PaymentVerdict>;
  /** Charges the payment. Idempotent. */
  settle: (app: App) => Promise<Settlement>;
  /** Looks the payment up elsewhere, such as on its chain, after an unclear settlement. */
  find: (app: App, since: Date) => Promise<FoundPayment>;
}

/** `absent` is temporary, because the payment may be in flight. A `void` payment can no longer be made. */
export type FoundPayment =
  { is: 'paid'; transaction: string } | { is: 'absent' } | { is: 'void' } | { is: 'away' };

/** Whether a payment can be settled. */
export type PaymentVerdict =
  | { is: 'valid' }
  | { is: 'invalid'; reason: string }
  /** No response, or an inconsistent one. Nothing was charged. */
  | { is: 'away' };

/** The result of a settlement. `unknown`: the payment may have been charged. */
export type Settlement =
  | { is: 'settled'; transaction: string }
  | { is: 'refused'; reason: string }
  | { is: 'unknown'; reason: string };
