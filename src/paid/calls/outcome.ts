import type { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { StoredAnswer } from '../ledger/payments.ts';
import type { Refusal } from '../quotes/payment-required.ts';

/** The outcome of a payment. */
export type Outcome =
  | { is: 'paid'; answer: StoredAnswer; transaction: string }
  /** Not charged. The call gets a new quote. */
  | { is: 'refused'; refusal: Refusal; settlement?: boolean }
  /** Not charged, or unknown. No quote, because the buyer might pay twice. */
  | { is: 'failed'; problem: Problem };

/** A paid call. */
export interface PaidCall {
  operation: string;
  method: 'GET' | 'POST';
  /** Runs the call. Throws a `Problem` if there is no response, which is not charged. */
  work: (app: App) => Promise<StoredAnswer>;
  /**
   * Set if this payment is too late to be claimed. A payment claimed in time still gets its stored response.
   */
  tooLate: Refusal | undefined;
}
