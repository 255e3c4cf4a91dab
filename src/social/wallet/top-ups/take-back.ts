import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { commission, provider, wallet, type ProviderName } from '../ledger/accounts.ts';
import { readBalances } from '../ledger/read-balances.ts';
import { transfer, type Leg } from '../ledger/transfer.ts';
import type { Money } from '../money/money.ts';

interface Taken {
  topUpId: string;
  /** Whose wallet it was for; null once they were erased. */
  personId: string | null;
  provider: ProviderName;
  amount: Money;
  kind: 'top_up_refund' | 'dispute';
  key: string;
}

const mostTries = 20;

/**
 * What a provider has taken back already leaves the wallet as far as there is anything left. The rest is a loss of the
 * operator: no wallet goes below zero. Called in a transaction.
 */
export async function takeBack(app: App, taken: Taken): Promise<void> {
  for (let tries = 1; ; tries++) {
    const there = taken.personId === null ? 0n : (await readBalances(app, taken.personId)).wallet;
    try {
      await transfer(app, legsOf(taken, there), {
        key: taken.key,
        cause: { subject: 'top_up', id: taken.topUpId },
      });
      return;
    } catch (error) {
      // It was spent since it was read.
      const isShort = error instanceof Problem && error.code === 'insufficient_funds';
      if (!isShort || tries === mostTries) throw error;
    }
  }
}

function legsOf({ personId, amount, kind, provider: name }: Taken, there: Money): Leg[] {
  const part = there < amount ? there : amount;
  return [
    ...(part > 0n && personId !== null
      ? [{ from: wallet(personId), to: provider(name), amount: part, kind }]
      : []),
    ...(part < amount ? [{ from: commission, to: provider(name), amount: amount - part, kind: 'loss' }] : []),
  ];
}
