import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Seller } from '../../monetization/plan.ts';
import type { Money } from '../../wallet/money/money.ts';
import { toMoney } from '../../wallet/money/to-money.ts';

/** An active subscription and its refund if it ends now. */
export interface UnusedTime {
  id: string;
  accountId: string;
  /** The price of a period, such as `4.50`. */
  price: string;
  amount: Money;
  /** The operator's commission on `amount`. */
  fee: Money;
  /** The payments that the refund comes from. */
  parts: { saleId: string; amount: Money; fee: Money }[];
}

/** Returns the active subscriptions to a seller with the paid but unused amount. */
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
    // A plan change was partly paid with the rest of earlier payments, so several payments count.
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
    // Round up to whole hundredths, in favor of the subscriber.
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

/** Distributes a refund over payments, newest first, up to the amount paid. */
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
