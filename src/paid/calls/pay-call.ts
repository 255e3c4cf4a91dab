import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Charge } from '../ledger/charge.ts';
import {
  claimPayment,
  findAnswer,
  findPayments,
  reclaimPayment,
  resumeSettling,
} from '../ledger/payments.ts';
import type { StoredPayment } from '../ledger/payments.ts';
import { carryOut } from './carry-out.ts';
import type { Outcome, PaidCall } from './outcome.ts';
import { reconcile } from './reconcile.ts';

interface Joined {
  charge: Charge;
  outcome: Promise<Outcome>;
}

/** Payments in progress in this process, by identity. */
const working = new Map<string, Joined>();

/**
 * Charges and answers a call once: repeated or concurrent copies of a payment get the same response for the
 * same input, and are refused for any other.
 */
export async function payCall(app: App, call: PaidCall, charge: Charge): Promise<Outcome> {
  const key = charge.identity.toString('hex');
  const joined = working.get(key);
  if (joined) return isSame(joined.charge, charge) ? joined.outcome : usedForOther;
  const outcome = proceed(app, call, charge).finally(() => working.delete(key));
  working.set(key, { charge, outcome });
  return outcome;
}

const isSame = (a: Pick<Charge, 'payloadHash' | 'inputHash'>, b: Charge) =>
  a.payloadHash.equals(b.payloadHash) && a.inputHash.equals(b.inputHash);

/** How long a call waits for another process that works on the same payment, and its polling interval. */
const maxWait = seconds(20);
const every = 250;

async function proceed(app: App, call: PaidCall, charge: Charge): Promise<Outcome> {
  // Most payments are new, so claim first without querying the ledger.
  const first = call.tooLate ? undefined : await claimPayment(app, call, charge);
  if (first) return carryOut(app, call, charge, first);
  const deadline = performance.now() + maxWait;
  for (;;) {
    const { own, other } = await findPayments(app, charge);
    const next = nextStep(app.clock.now(), charge, own, other);
    if (typeof next !== 'string') return next;
    if (next === 'answer' && own) return answerAgain(app, own);
    if (next === 'claim') {
      if (call.tooLate) return { is: 'refused', refusal: call.tooLate };
      const attempt = await (own ? reclaimPayment(app, call, charge, own) : claimPayment(app, call, charge));
      if (attempt) return carryOut(app, call, charge, attempt);
    }
    if (next === 'reconcile' && own) {
      const attempt = await resumeSettling(app, own);
      if (attempt) return reconcile(app, charge, attempt, own.created_at);
    }
    if (performance.now() > deadline) return { is: 'failed', problem: stillWorking };
    await sleep(every);
  }
}

type Step = 'claim' | 'answer' | 'reconcile' | 'wait';

function nextStep(
  now: Date,
  charge: Charge,
  own: StoredPayment | undefined,
  other: StoredPayment | undefined,
): Step | Outcome {
  if (other && (!own || own.state === 'refused')) return conflict(charge, other);
  if (!own || own.state === 'refused') return 'claim';
  if (!isSame({ payloadHash: own.payload_hash, inputHash: own.input_hash }, charge)) return usedForOther;
  if (own.state === 'settled') return 'answer';
  if (own.state === 'unknown') return 'reconcile';
  if (own.lease_until >= now) return 'wait';
  return own.state === 'settling' ? 'reconcile' : 'claim';
}

function conflict({ clientId }: Charge, other: StoredPayment): Outcome {
  if (clientId !== undefined && other.client_id === clientId)
    return {
      is: 'failed',
      problem: new Problem('conflict', 'This payment identifier was used with another payment', {
        code: 'payment_identifier_conflict',
      }),
    };
  return refused(
    'quote_already_used',
    'This quote was already paid with another payment. A quote is valid for one call',
  );
}

async function answerAgain(app: App, { id, transaction }: StoredPayment): Promise<Outcome> {
  const answer = await findAnswer(app, id);
  if (answer) return { is: 'paid', answer, transaction: transaction ?? '' };
  return refused(
    'payment_already_used',
    'This payment was already used, and its response is no longer stored',
  );
}

const refused = (code: string, message: string): Outcome => ({ is: 'refused', refusal: { code, message } });

const usedForOther = refused('input_mismatch', 'This payment was made for a different input');

const stillWorking = new Problem(
  'unavailable',
  'This payment is being processed. Send the same request again',
  {
    code: 'payment_in_progress',
    retryAfter: 5,
  },
);
