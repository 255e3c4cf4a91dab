import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Charge, Found, Settlement } from '../ledger/charge.ts';
import { endAttempt, findAnswer } from '../ledger/payments.ts';
import type { Attempt } from '../ledger/payments.ts';
import { unknownSettlement } from './carry-out.ts';
import type { Outcome } from './outcome.ts';

/**
 * Finds out what became of a payment whose settlement gave no clear answer. Its buyer has come back with it, so it is settled
 * again, which charges once at most; the chain is asked where that is not clear either.
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
      refusal: { code: end.reason, message: 'The payment was not settled and not charged' },
      settlement: true,
    };
  const answer = end.is === 'settled' ? await findAnswer(app, attempt.id) : undefined;
  return end.is === 'settled' && answer
    ? { is: 'paid', answer, transaction: end.transaction }
    : { is: 'failed', problem: unknownSettlement };
}

/** After this, what is not on the chain and is refused by the facilitator is not on its way any more. */
const onItsWay = minutes(2);

function conclude(
  app: App,
  { reason, is }: Exclude<Settlement, { is: 'settled' }>,
  found: Found,
  since: Date,
): Settlement {
  if (found.is === 'paid') return { is: 'settled', transaction: found.transaction };
  if (found.is === 'void') return { is: 'refused', reason };
  // No node can be asked. We alone have sent this payment to be settled, so its first use was ours.
  if (found.is === 'away')
    return usedBefore.test(reason) ? { is: 'settled', transaction: '' } : { is: 'unknown', reason };
  const isOld = app.clock.now().getTime() - since.getTime() > onItsWay;
  return { is: is === 'refused' && isOld ? 'refused' : 'unknown', reason };
}

const usedBefore = /nonce_already_used|duplicate_settlement|already_processed/;
