import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { commission, provider, wallet, type ProviderName } from '../ledger/accounts.ts';
import { readBalances } from '../ledger/read-balances.ts';
import { transfer, type Leg } from '../ledger/transfer.ts';
import type { Money } from '../money/money.ts';

interface Reversal {
  topUpId: string;
  /** The owner of the wallet; null once erased. */
  personId: string | null;
  provider: ProviderName;
  amount: Money;
  kind: 'top_up_refund' | 'dispute';
  key: string;
}

const maxTries = 20;

/**
 * What a provider has taken back already leaves the wallet as far as there is anything left. The rest is a loss of the
 * operator: no wallet goes below zero. Called in a transaction.
 */
export async function reverseTopUp(app: App, reversal: Reversal): Promise<void> {
  for (let tries = 1; ; tries++) {
    const there = reversal.personId === null ? 0n : (await readBalances(app, reversal.personId)).wallet;
    try {
      await transfer(app, legsOf(reversal, there), {
        key: reversal.key,
        cause: { subject: 'top_up', id: reversal.topUpId },
      });
      return;
    } catch (error) {
      // It was spent since it was read.
      const isShort = error instanceof Problem && error.code === 'insufficient_funds';
      if (!isShort || tries === maxTries) throw error;
    }
  }
}

function legsOf({ personId, amount, kind, provider: name }: Reversal, there: Money): Leg[] {
  const part = there < amount ? there : amount;
  return [
    ...(part > 0n && personId !== null
      ? [{ from: wallet(personId), to: provider(name), amount: part, kind }]
      : []),
    ...(part < amount ? [{ from: commission, to: provider(name), amount: amount - part, kind: 'loss' }] : []),
  ];
}
