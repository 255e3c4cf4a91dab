import type { App } from '../../platform/app.ts';

/** A way to be paid for one call. x402 is one; a wallet's balance may be another: it verifies, settles and looks up alike. */
export interface Charge {
  /** SHA-256 of what identifies the payment wherever it is made: two charges with the same are one payment. */
  identity: Buffer;
  /** SHA-256 of all that the payer sent as proof. */
  payloadHash: Buffer;
  /** SHA-256 of the call and its price. */
  inputHash: Buffer;
  /** The nonce of the quote that it pays. */
  quote: string | undefined;
  clientId: string | undefined;
  version: 1 | 2;
  network: string;
  asset: string;
  amount: bigint;
  payer: string;
  /** What settles it, as JSON. */
  request: object;
  /** Whether it can be settled; costs nothing. */
  verify: (app: App) => Promise<Verdict>;
  /** Collects the payment. Called again for the same payment, it never collects twice. */
  settle: (app: App) => Promise<Settlement>;
  /** What is known of it elsewhere, such as on its chain, when the settlement gave no clear answer. */
  find: (app: App, since: Date) => Promise<Found>;
}

/** `absent` counts for the moment only: the payment may be on its way. A `void` one can no longer be made. */
export type Found = { is: 'paid'; transaction: string } | { is: 'absent' } | { is: 'void' } | { is: 'away' };

/** Whether a payment can be settled. */
export type Verdict =
  | { is: 'valid' }
  | { is: 'invalid'; reason: string }
  /** No answer, or one that contradicts itself: nothing was charged. */
  | { is: 'away' };

/** What became of a payment. `unknown`: it may have been charged. */
export type Settlement =
  | { is: 'settled'; transaction: string }
  | { is: 'refused'; reason: string }
  | { is: 'unknown'; reason: string };
