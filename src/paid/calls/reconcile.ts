import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Charge, Found, Settlement } from '../ledger/charge.ts';
import { endAttempt, findAnswer } from '../ledger/payments.ts';
import type { Attempt } from '../ledger/payments.ts';
import { unknownSettlement } from './carry-out.ts';
import type { Outcome } from './outcome.ts';

/**
 * Determines the outcome of a payment with an unclear settlement. Its buyer has retried, so it is settled
 * again, which charges at most once. If that is unclear too, the chain is queried.
 */
export async function reconcile(app: App, charge: Charge, attempt: Attempt, since: Date): Promise<Outcome> {
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
  found: Found,
  since: Date,
): Settlement {
  if (found.is === 'paid') return { is: 'settled', transaction: found.transaction };
  if (found.is === 'void') return { is: 'refused', reason };
  // No node can be reached. Only this service has submitted the payment, so a reported earlier use was its
  // own.
  if (found.is === 'away')
    return usedBefore.test(reason) ? { is: 'settled', transaction: '' } : { is: 'unknown', reason };
  const isOld = app.clock.now().getTime() - since.getTime() > inFlightFor;
  return { is: is === 'refused' && isOld ? 'refused' : 'unknown', reason };
}

const usedBefore = /nonce_already_used|duplicate_settlement|already_processed/;
