import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { commission, provider, wallet, type ProviderName } from '../ledger/accounts.ts';
import { getBalances } from '../ledger/get-balances.ts';
import { transfer, type Leg } from '../ledger/transfer.ts';
import type { Money } from '../money/money.ts';

interface Reversal {
  topUpId: string;
  /** The owner of the wallet. Null if the account was deleted. */
  personId: string | null;
  provider: ProviderName;
  amount: Money;
  kind: 'top_up_refund' | 'dispute';
  key: string;
}

const maxTries = 20;

/**
 * Debits a wallet for an amount that a provider has taken back, as far as the balance allows. The operator
 * covers the rest, since wallets cannot be negative. Call it in a transaction.
 */
export async function reverseTopUp(app: App, reversal: Reversal): Promise<void> {
  for (let tries = 1; ; tries++) {
    const there = reversal.personId === null ? 0n : (await getBalances(app, reversal.personId)).wallet;
    try {
      await transfer(app, legsOf(reversal, there), {
        key: reversal.key,
        cause: { subject: 'top_up', id: reversal.topUpId },
      });
      return;
    } catch (error) {
      // The balance was spent after it was read.
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
