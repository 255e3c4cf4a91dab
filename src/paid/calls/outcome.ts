import type { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { StoredAnswer } from '../ledger/payments.ts';
import type { Refusal } from '../quotes/payment-required.ts';

/** What a payment led to. */
export type Outcome =
  | { is: 'paid'; answer: StoredAnswer; transaction: string }
  /** Not charged; the call is quoted anew. */
  | { is: 'refused'; refusal: Refusal; settlement?: boolean }
  /** Not charged, or not known to be: no quote, or the buyer would pay twice. */
  | { is: 'failed'; problem: Problem };

/** The call that is paid for. */
export interface PaidCall {
  operation: string;
  method: 'GET' | 'POST';
  /** Does the work. Throws a `Problem` when the call has no answer, which costs nothing. */
  work: (app: App) => Promise<StoredAnswer>;
  /** Why this payment comes too late to be claimed; the answer to one that was claimed in time is still there. */
  tooLate: Refusal | undefined;
}
