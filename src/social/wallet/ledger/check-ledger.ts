import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';

interface LedgerMistake {
  /** The affected object, such as `account 12`. */
  where: string;
  message: string;
}

interface LedgerCheck {
  accounts: number;
  transfers: number;
  /** At most a hundred. */
  mistakes: LedgerMistake[];
}

/**
 * Verifies the ledger in one statement, and therefore in a consistent snapshot: each balance equals the sum
 * of its transfers, all balances sum to zero, no account of a person is negative, and every transaction has a
 * transfer.
 */
export async function checkLedger({ db }: Pick<App, 'db'>): Promise<LedgerCheck> {
  const { rows } = await sql<{ accounts: string; transfers: string; mistakes: LedgerMistake[] | null }>`
    with moved as (
      select account_id, sum(amount) as total from (
        select credit_id as account_id, amount from social.ledger_transfer
        union all select debit_id, -amount from social.ledger_transfer
      ) as entry group by account_id
    ),
    mistake as (
      select 'account ' || account.id as "where",
          'has a balance of ' || balance || ', and its transfers add up to ' || coalesce(total, 0) as message
        from social.ledger_account as account left join moved on account_id = account.id
        where balance <> coalesce(total, 0)
      union all
      select 'account ' || id, 'is below zero' from social.ledger_account
        where balance < 0 and kind in ('wallet', 'held', 'earnings')
      union all
      select 'transaction ' || id, 'has no transfers' from social.ledger_transaction as each
        where not exists (select from social.ledger_transfer where transaction_id = each.id)
      union all
      select 'all accounts', 'add up to ' || sum(balance) || ' instead of zero' from social.ledger_account
        having sum(balance) <> 0
    )
    select (select count(*) from social.ledger_account) as accounts,
      (select count(*) from social.ledger_transfer) as transfers,
      (select json_agg(each) from (select * from mistake limit 100) as each) as mistakes`.execute(db);
  const [row] = rows;
  return {
    accounts: Number(row?.accounts ?? 0),
    transfers: Number(row?.transfers ?? 0),
    mistakes: row?.mistakes ?? [],
  };
}
