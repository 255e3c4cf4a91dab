import { t } from '../../../kernel/translation/translate.ts';
import { randomUUID } from 'node:crypto';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { commission, earnings, held, wallet } from './accounts.ts';
import { getBalances } from './get-balances.ts';
import { transfer, type Leg } from './transfer.ts';

/** Transfers a person's wallet balance and earnings to the operator. Held funds stay. */
export async function forfeitBalance(app: App, personId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const balances = await getBalances(app, personId);
    await forfeit(app, personId, { ...balances, held: 0n });
  });
}

/**
 * Transfers all funds of an account being deleted to the operator, including held ones. Call it in a
 * transaction.
 */
export const forfeitAll = async (app: App, personId: string): Promise<void> =>
  forfeit(app, personId, await getBalances(app, personId));

async function forfeit(
  app: App,
  personId: string,
  balances: Awaited<ReturnType<typeof getBalances>>,
): Promise<void> {
  const legs: Leg[] = [
    { from: wallet(personId), to: commission, amount: balances.wallet, kind: 'forfeited' },
    { from: earnings(personId), to: commission, amount: balances.earnings, kind: 'forfeited' },
    { from: held(personId), to: commission, amount: balances.held, kind: 'forfeited' },
  ].filter(({ amount }) => amount > 0n);
  if (legs.length === 0) return;
  try {
    await transfer(app, legs, {
      key: `forfeit:${personId}:${randomUUID()}`,
      cause: { subject: 'person', id: personId },
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds')
      throw new Problem('conflict', t('Your balance changed meanwhile. Try again.'), { cause: error });
    throw error;
  }
}
