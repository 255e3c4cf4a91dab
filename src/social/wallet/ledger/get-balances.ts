import type { App } from '../../../platform/app.ts';
import type { Money } from '../money/money.ts';

export interface Balances {
  wallet: Money;
  held: Money;
  earnings: Money;
}

/** Returns the balances of a person. */
export async function getBalances({ db }: Pick<App, 'db'>, personId: string): Promise<Balances> {
  const rows = await db
    .selectFrom('social.ledger_account')
    .select(['kind', 'balance'])
    .where('owner_id', '=', personId)
    .execute();
  const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { wallet: of('wallet'), held: of('held'), earnings: of('earnings') };
}
