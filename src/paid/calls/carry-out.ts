import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Charge } from '../ledger/charge.ts';
import { beginSettling, endAttempt } from '../ledger/payments.ts';
import type { Attempt, StoredAnswer } from '../ledger/payments.ts';
import type { Outcome, PaidCall } from './outcome.ts';

/** Verifies a claimed payment, runs the call, settles, and only then releases the response. */
export async function carryOut(app: App, call: PaidCall, charge: Charge, attempt: Attempt): Promise<Outcome> {
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

async function work(app: App, call: PaidCall, attempt: Attempt): Promise<StoredAnswer | Outcome> {
  try {
    return await call.work(app);
  } catch (error) {
    if (error instanceof Problem) return release(app, attempt, 'work_refused', error);
    await endAttempt(app, attempt, { is: 'refused', reason: 'work_failed' });
    throw error;
  }
}

async function release(app: App, attempt: Attempt, reason: string, problem: Problem): Promise<Outcome> {
  await endAttempt(app, attempt, { is: 'refused', reason });
  return { is: 'failed', problem };
}

async function settle(app: App, charge: Charge, attempt: Attempt, answer: StoredAnswer): Promise<Outcome> {
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
export const unknownSettlement = new Problem(
  'unavailable',
  'It is not known yet whether the payment was charged. Send the same request with the same payment again. It is charged only once',
  { code: 'settlement_unknown', retryAfter: 5 },
);
