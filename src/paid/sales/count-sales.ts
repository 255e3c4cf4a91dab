import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { commission, earnings, type Leg, provider, transfer } from '../../social/wallet/ledger.ts';

/** Maximum responses per run. The rest is counted in the next run. */
const max = 1000;

interface Share {
  account_id: string;
  /** Whether the calls were paid from wallets rather than in USDC. */
  is_wallet: boolean;
  amount: string;
}

/**
 * Counts each author's sales from responses paid for since the last run, and credits their share to their
 * earnings. Runs in one transaction, so that no sale counts twice.
 */
export async function countSales(app: App): Promise<void> {
  await inTransaction(app, async (app) => {
    const { rows } = await sql<Share>`
      with sold as (
        select response.payment_id, payment.operation, response.authors, payment.network = 'wallet' as is_wallet,
          payment.amount, (payment.settled_at at time zone 'UTC')::date as day
        from paid.response as response join paid.payment as payment on payment.id = response.payment_id
        where response.authors is not null and payment.state = 'settled'
        order by response.payment_id limit ${sql.lit(max)} for update of response skip locked
      ),
      counted as (
        update paid.response set authors = null from sold where response.payment_id = sold.payment_id
      ),
      item as (
        select account.id as account_id, sold.day, sold.operation, sold.is_wallet,
          trunc(sold.amount * ${app.config.AUTHOR_SHARE_PERCENT}::numeric / 100 / cardinality(sold.authors)) as share
        from sold cross join unnest(sold.authors) as author
        join identity.account as account on lower(account.username) = lower(author)
      ),
      noted as (
        insert into paid.author_sale (account_id, day, operation, items)
        select account_id, day, operation, count(*) from item group by account_id, day, operation
        on conflict (account_id, day, operation) do update set items = author_sale.items + excluded.items
      )
      select account_id, is_wallet, sum(share)::bigint as amount from item
      group by account_id, is_wallet having sum(share) > 0 order by account_id`.execute(app.db);
    const legs = rows.filter(({ is_wallet }) => is_wallet || app.config.CURRENCY === 'USD').map(toLeg);
    if (legs.length > 0)
      await transfer(app, legs, {
        key: `author-shares:${randomUUID()}`,
        cause: { subject: 'content_sales' },
      });
  });
}

/** USDC payments are not in the wallet ledger yet: they enter it with the author's share. */
const toLeg = ({ account_id, is_wallet, amount }: Share): Leg => ({
  from: is_wallet ? commission : provider('usdc'),
  to: earnings(account_id),
  amount: BigInt(amount),
  kind: 'content_share',
});
