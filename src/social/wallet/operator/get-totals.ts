import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Money } from '../money/money.ts';

export interface Totals {
  /** Balances by kind of account, such as `wallet`, and by provider name. */
  balances: ReadonlyMap<string, Money>;
  /** The operator's income and losses in the last twelve months, oldest first. */
  months: { month: string; amount: Money }[];
}

const monthsShown = 12;

/** Returns total balances by kind, and the operator's commission by month. */
export async function getTotals({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Totals> {
  const { rows: balances } = await sql<{ name: string; balance: string }>`
    select case when kind = 'provider' then name else kind end as name, sum(balance) as balance
    from social.ledger_account group by 1`.execute(db);
  const now = clock.now();
  const { rows: months } = await sql<{ month: string; amount: string }>`
    select to_char(month, 'YYYY-MM') as month, coalesce((
      select sum(case when credit.kind = 'commission' then amount else -amount end)
      from social.ledger_account as house
      join lateral (
        select 'commission' as kind, amount from social.ledger_transfer
          where credit_id = house.id and created_at >= month and created_at < month + interval '1 month'
        union all select 'loss', amount from social.ledger_transfer
          where debit_id = house.id and created_at >= month and created_at < month + interval '1 month'
      ) as credit on true
      where house.kind = 'commission'
    ), 0) as amount
    from generate_series(
      date_trunc('month', ${now}::timestamptz at time zone 'UTC') - ${sql.lit(monthsShown - 1)} * interval '1 month',
      date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') as at (local)
    cross join lateral (select local at time zone 'UTC' as month) as each
    order by month`.execute(db);
  return {
    balances: new Map(balances.map(({ name, balance }) => [name, BigInt(balance)])),
    months: months.map(({ month, amount }) => ({ month, amount: BigInt(amount) })),
  };
}
