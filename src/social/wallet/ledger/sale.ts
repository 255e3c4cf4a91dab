import type { App } from '../../../platform/app.ts';
import { percentOf, type Money } from '../money/money.ts';
import { commission, earnings, wallet } from './accounts.ts';
import type { Leg } from './transfer.ts';

/**
 * Ledger transfers of a sale: the price from the buyer to the seller, and the commission from the seller to
 * the operator.
 */
export function saleLegs(
  { config }: Pick<App, 'config'>,
  { buyer, seller, price, kind }: { buyer: string; seller: string; price: Money; kind: string },
): Leg[] {
  const share = percentOf(price, config.COMMISSION_PERCENT);
  return [
    { from: wallet(buyer), to: earnings(seller), amount: price, kind },
    ...(share > 0n ? [{ from: earnings(seller), to: commission, amount: share, kind: 'commission' }] : []),
  ];
}
