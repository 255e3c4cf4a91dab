import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { commission, earnings, provider } from '../../social/wallet/ledger/accounts.ts';
import { transfer, type Leg } from '../../social/wallet/ledger/transfer.ts';

/** How many answers a run counts; the rest is for the next one. */
const max = 1000;

interface Share {
  account_id: string;
  /** Whether the calls were paid from wallets, rather than in USDC. */
  is_wallet: boolean;
  amount: string;
}

/**
 * Counts for each author what was sold of theirs, from answers that were paid for since the last time, and credits their
 * earnings with their share of what was paid. One transaction: no sale counts twice.
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

/** What was paid in USDC is not in the ledger yet: it comes in with the author's share of it. */
const toLeg = ({ account_id, is_wallet, amount }: Share): Leg => ({
  from: is_wallet ? commission : provider('usdc'),
  to: earnings(account_id),
  amount: BigInt(amount),
  kind: 'content_share',
});
