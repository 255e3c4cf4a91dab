import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../kernel/problem.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { type App, verb } from '../../platform/app.ts';
import { isConnectionLost } from '../../platform/database/errors.ts';
import type { Charge, FoundPayment, Settlement } from '../ledger/charge.ts';
import {
  beginSettling,
  claimPayment,
  endAttempt,
  findAnswer,
  findPayments,
  interruptAttempt,
  reclaimPayment,
  resumeSettling,
} from '../ledger/payments.ts';
import type { Attempt, StoredAnswer, StoredPayment } from '../ledger/payments.ts';
import type { Refusal } from '../quotes/payment-required.ts';

/** The outcome of a payment. */
export type PaymentOutcome =
  | { is: 'paid'; answer: StoredAnswer; transaction: string }
  /** Not charged. The call gets a new quote. */
  | { is: 'refused'; refusal: Refusal; settlement?: boolean }
  /** Not charged, or unknown. No quote, because the buyer might pay twice. */
  | { is: 'failed'; problem: Problem };

/** A paid call. */
interface PaidCall {
  operation: string;
  method: 'GET' | 'POST';
  /** Runs the call. Throws a `Problem` if there is no response, which is not charged. */
  work: (app: App) => Promise<StoredAnswer>;
  /**
   * Set if this payment is too late to be claimed. A payment claimed in time still gets its stored response.
   */
  tooLate: Refusal | undefined;
}

/** Payments in progress in this process, by identity. */
export type Running = Map<string, { charge: Charge; outcome: Promise<PaymentOutcome> }>;

/**
 * Charges and answers a call once: repeated or concurrent copies of a payment get the same response for the
 * same input, and are refused for any other.
 */
export const payCall = verb(
  { name: 'paid-calls.pay', scope: 'pay', who: 'anyone' },
  async (app: App, running: Running, call: PaidCall, charge: Charge): Promise<PaymentOutcome> => {
    const key = charge.identity.toString('hex');
    const joined = running.get(key);
    if (joined) return isSame(joined.charge, charge) ? joined.outcome : usedForOther;
    const outcome = proceed(app, call, charge).finally(() => running.delete(key));
    running.set(key, { charge, outcome });
    return outcome;
  },
);

const isSame = (a: Pick<Charge, 'payloadHash' | 'inputHash'>, b: Charge) =>
  a.payloadHash.equals(b.payloadHash) && a.inputHash.equals(b.inputHash);

/** How long a call waits for another process that works on the same payment, and its polling interval. */
const maxWait = seconds(20);
const every = 250;

async function proceed(app: App, call: PaidCall, charge: Charge): Promise<PaymentOutcome> {
  // Most payments are new, so claim first without querying the ledger.
  const first = call.tooLate
    ? undefined
    : await interruptible(app, charge, 1, () => claimPayment(app, call, charge));
  if (first) return carryOut(app, call, charge, first);
  const deadline = performance.now() + maxWait;
  for (;;) {
    const { own, other } = await findPayments(app, charge);
    const next = nextStep(app.clock.now(), charge, own, other);
    if (typeof next !== 'string') return next;
    if (next === 'answer' && own) return answerAgain(app, own);
    if (next === 'claim') {
      if (call.tooLate) return { is: 'refused', refusal: call.tooLate };
      const attempt = await interruptible(app, charge, (own?.attempt ?? 0) + 1, () =>
        own ? reclaimPayment(app, call, charge, own) : claimPayment(app, call, charge),
      );
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
): Step | PaymentOutcome {
  if (other && (!own || own.state === 'refused')) return conflict(charge, other);
  if (!own || own.state === 'refused') return 'claim';
  if (!isSame({ payloadHash: own.payload_hash, inputHash: own.input_hash }, charge)) return usedForOther;
  if (own.state === 'settled') return 'answer';
  if (own.state === 'unknown') return 'reconcile';
  if (own.lease_until >= now) return 'wait';
  return own.state === 'settling' ? 'reconcile' : 'claim';
}

function conflict({ clientId }: Charge, other: StoredPayment): PaymentOutcome {
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

async function answerAgain(app: App, { id, transaction }: StoredPayment): Promise<PaymentOutcome> {
  const answer = await findAnswer(app, id);
  if (answer) return { is: 'paid', answer, transaction: transaction ?? '' };
  return refused(
    'payment_already_used',
    'This payment was already used, and its response is no longer stored',
  );
}

const refused = (code: string, message: string): PaymentOutcome => ({
  is: 'refused',
  refusal: { code, message },
});

const usedForOther = refused('input_mismatch', 'This payment was made for a different input');

const stillWorking = new Problem(
  'unavailable',
  'This payment is being processed. Send the same request again',
  {
    code: 'payment_in_progress',
    retryAfter: 5,
  },
);

/**
 * Does a step of an attempt. If the database is lost meanwhile, the attempt ends when it is back, so that the buyer who
 * repeats the call need not wait for the end of its lease.
 */
async function interruptible<T>(
  app: App,
  { identity }: Charge,
  attempt: number,
  step: () => Promise<T>,
): Promise<T> {
  return step().catch((error: unknown) => {
    if (isConnectionLost(error)) void interruptLater(app, identity, attempt);
    throw error;
  });
}

async function interruptLater(app: App, identity: Buffer, attempt: number): Promise<void> {
  for (const end = Date.now() + minutes(2); Date.now() < end;) {
    await sleep(seconds(1), undefined, { ref: false });
    const isDone = await interruptAttempt(app, identity, attempt).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/** Verifies a claimed payment, runs the call, settles, and only then releases the response. */
const carryOut = (app: App, call: PaidCall, charge: Charge, attempt: Attempt): Promise<PaymentOutcome> =>
  interruptible(app, charge, attempt.attempt, () => carryOutOnce(app, call, charge, attempt));

async function carryOutOnce(
  app: App,
  call: PaidCall,
  charge: Charge,
  attempt: Attempt,
): Promise<PaymentOutcome> {
  const verdict = await charge.verify(app);
  if (verdict.is === 'away') return release(app, attempt, 'facilitator_away', away);
  if (verdict.is === 'invalid') {
    await endAttempt(app, attempt, { is: 'refused', reason: verdict.reason });
    return {
      is: 'refused',
      refusal: { code: verdict.reason, message: 'The payment was rejected and not charged' },
    };
  }
  const answer = await work(app, call, attempt);
  if ('is' in answer) return answer;
  if (!(await beginSettling(app, attempt, answer))) return { is: 'failed', problem: timedOut };
  return settle(app, charge, { ...attempt, credited_id: answer.creditedId ?? null }, answer);
}

async function work(app: App, call: PaidCall, attempt: Attempt): Promise<StoredAnswer | PaymentOutcome> {
  try {
    return await call.work(app);
  } catch (error) {
    if (error instanceof Problem) return release(app, attempt, 'work_refused', error);
    await endAttempt(app, attempt, { is: 'refused', reason: 'work_failed' });
    throw error;
  }
}

async function release(
  app: App,
  attempt: Attempt,
  reason: string,
  problem: Problem,
): Promise<PaymentOutcome> {
  await endAttempt(app, attempt, { is: 'refused', reason });
  return { is: 'failed', problem };
}

async function settle(
  app: App,
  charge: Charge,
  attempt: Attempt,
  answer: StoredAnswer,
): Promise<PaymentOutcome> {
  const settlement = await charge.settle(app);
  await endAttempt(app, attempt, settlement);
  if (settlement.is === 'settled') return { is: 'paid', answer, transaction: settlement.transaction };
  if (settlement.is === 'unknown') return { is: 'failed', problem: unknownSettlement };
  const message = 'The payment could not be settled and was not charged';
  return { is: 'refused', refusal: { code: settlement.reason, message }, settlement: true };
}

const away = new Problem('unavailable', 'Payments cannot be verified at the moment; nothing was charged', {
  code: 'facilitator_unavailable',
  retryAfter: 10,
});

const timedOut = new Problem('unavailable', 'The payment timed out. Send the same request again', {
  code: 'payment_in_progress',
  retryAfter: 5,
});

/** Never a quote, because the buyer would pay twice. */
const unknownSettlement = new Problem(
  'unavailable',
  'It is not known yet whether the payment was charged. Send the same request with the same payment again. It is charged only once',
  { code: 'settlement_unknown', retryAfter: 5 },
);

/**
 * Determines the outcome of a payment with an unclear settlement. Its buyer has retried, so it is settled
 * again, which charges at most once. If that is unclear too, the chain is queried.
 */
async function reconcile(app: App, charge: Charge, attempt: Attempt, since: Date): Promise<PaymentOutcome> {
  const settlement = await charge.settle(app);
  const end =
    settlement.is === 'settled'
      ? settlement
      : conclude(app, settlement, await charge.find(app, since), since);
  await endAttempt(app, attempt, end);
  if (end.is === 'refused')
    return {
      is: 'refused',
      refusal: { code: end.reason, message: 'The payment was neither settled nor charged' },
      settlement: true,
    };
  const answer = end.is === 'settled' ? await findAnswer(app, attempt.id) : undefined;
  return end.is === 'settled' && answer
    ? { is: 'paid', answer, transaction: end.transaction }
    : { is: 'failed', problem: unknownSettlement };
}

/**
 * How long a payment may be in flight. After this, a payment that is not on the chain and that the
 * facilitator refuses is void.
 */
const inFlightFor = minutes(2);

function conclude(
  app: App,
  { reason, is }: Exclude<Settlement, { is: 'settled' }>,
  found: FoundPayment,
  since: Date,
): Settlement {
  if (found.is === 'paid') return { is: 'settled', transaction: found.transaction };
  if (found.is === 'void') return { is: 'refused', reason };
  // No node can be reached. That the payment was used before does not say that it was for us.
  if (found.is === 'away') return { is: 'unknown', reason };
  const isOld = app.clock.now().getTime() - since.getTime() > inFlightFor;
  return { is: is === 'refused' && isOld ? 'refused' : 'unknown', reason };
}
