import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Seller } from '../../monetization/plan.ts';
import type { Money } from '../../wallet/money/money.ts';
import { toMoney } from '../../wallet/money/to-money.ts';

/** A subscription that runs, and what its subscriber gets back when it ends now. */
export interface UnusedTime {
  id: string;
  accountId: string;
  /** What a period costs, such as `4.50`. */
  price: string;
  amount: Money;
  /** The operator's commission on `amount`. */
  fee: Money;
  /** Of which payments it is. */
  parts: { saleId: string; amount: Money; fee: Money }[];
}

/** The subscriptions to a seller that run, with what was paid for time that is still ahead. */
export async function listUnusedTime(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { type, id }: Seller,
): Promise<UnusedTime[]> {
  const rows = await db
    .selectFrom('social.membership as member')
    .where(type === 'page' ? 'member.page_id' : 'member.seller_id', '=', id)
    .where('member.ended_at', 'is', null)
    .orderBy('member.id')
    .select(['member.id', 'member.account_id', 'member.price', 'member.is_trial'])
    .select(['member.period_start', 'member.period_end'])
    // A change of the plan is paid with what was left of the payment before.
    .select(
      sql<{ id: string; amount: string; fee: string }[]>`array(
        select jsonb_build_object('id', id::text, 'amount', amount::text, 'fee', fee::text) from social.sale
        where membership_id = member.id and refunded_at is null order by id desc limit 10)`.as('sales'),
    )
    .execute();
  const now = clock.now().getTime();
  return rows.map((row) => {
    const [start, end] = [row.period_start.getTime(), row.period_end.getTime()];
    const left = row.is_trial ? 0 : Math.max(0, end - now);
    // Whole hundredths, rounded in favor of the subscriber.
    const share = toMoney(row.price) * BigInt(left);
    const hundredth = 10_000n * BigInt(end - start);
    const parts = take(((share + hundredth - 1n) / hundredth) * 10_000n, row.sales);
    return {
      id: row.id,
      accountId: row.account_id,
      price: row.price,
      amount: sum(parts.map(({ amount }) => amount)),
      fee: sum(parts.map(({ fee }) => fee)),
      parts,
    };
  });
}

/** From the newest payment on, and never more than was paid. */
function take(due: Money, sales: readonly { id: string; amount: string; fee: string }[]) {
  let left = due;
  return sales.flatMap(({ id, ...sale }) => {
    const paid = BigInt(sale.amount);
    const amount = left < paid ? left : paid;
    left -= amount;
    return amount === 0n ? [] : [{ saleId: id, amount, fee: (BigInt(sale.fee) * amount) / paid }];
  });
}

export const sum = (amounts: readonly Money[]): Money => amounts.reduce((all, each) => all + each, 0n);
