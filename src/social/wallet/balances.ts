import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { listOperators } from '../../identity/operators/operators.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import type { MoneyEvent } from '../notify/kinds.ts';
import { notify } from '../notify/notify.ts';
import { commission, earnings, held, type Leg, transfer, wallet } from './ledger.ts';
import { type Money, parseMoney } from './money.ts';
import { minutes } from '../../kernel/time.ts';

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

/** Moves earnings to the spendable balance. Each key moves once. */
export const moveEarnings = verb(
  { name: 'wallet.move', who: 'member', limit: perAccount(60, minutes(5)) },
  async (
    app: Pick<App, 'db' | 'clock' | 'config'>,
    viewer: Pick<Viewer, 'id'>,
    { amount: typed, key }: { amount: string; key: string },
  ): Promise<void> => {
    const amount = parseMoney(app.config, typed, { field: 'amount' });
    const leg = { from: earnings(viewer.id), to: wallet(viewer.id), amount, kind: 'earnings_moved' };
    try {
      await transfer(app, [leg], {
        key: `move:${viewer.id}:${key}`,
        cause: { subject: 'person', id: viewer.id },
      });
    } catch (error) {
      if (error instanceof Problem && error.code === 'insufficient_funds')
        throw new Problem('unpaid', msg('The amount is more than your earnings'), {
          field: 'amount',
          code: error.code,
          cause: error,
        });
      throw error;
    }
  },
);

/** Transfers a person's wallet balance and earnings to the operator. Held funds stay. */
export const forfeitBalance = verb(
  { name: 'wallet.forfeit', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, personId: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const balances = await getBalances(app, personId);
      await forfeit(app, personId, { ...balances, held: 0n });
    });
  },
);

/**
 * Transfers all funds of an account being deleted to the operator, including held ones. Call it in a
 * transaction.
 */
const forfeitAll = async (app: App, personId: string): Promise<void> =>
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
      throw new Problem('conflict', msg('Your balance changed meanwhile. Try again.'), { cause: error });
    throw error;
  }
}

/**
 * Anonymizes the wallet of an account being deleted: keeps the amounts, transfers the remaining balance to
 * the operator, and deletes payout destinations, receipts and reasons. Call it in a transaction.
 */
export async function eraseWallet(app: App, accountId: string): Promise<void> {
  const { db, clock } = app;
  await forfeitAll(app, accountId);
  await db
    .deleteFrom('social.top_up_receipt')
    .where('top_up_id', 'in', db.selectFrom('social.top_up').where('account_id', '=', accountId).select('id'))
    .execute();
  await db
    .updateTable('social.top_up')
    .set({ reason: '' })
    .where('account_id', '=', accountId)
    .where('reason', '<>', '')
    .execute();
  await db
    .updateTable('social.top_up')
    .set({ state: 'expired', decided_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .execute();
  await db
    .updateTable('social.payout')
    .set({ state: 'canceled', decided_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['requested', 'approved'])
    .execute();
  await db
    .updateTable('social.payout')
    .set({ destination: '', reason: '' })
    .where('account_id', '=', accountId)
    .execute();
}

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

/** The nightly check. Notifies the operators if the ledger is inconsistent. */
export async function checkAndNotify(app: App): Promise<void> {
  const { mistakes } = await checkLedger(app);
  if (mistakes.length === 0) return;
  app.log.error({ mistakes }, 'the ledger does not balance');
  await notifyOfMoney(app, 'ledger', 0n);
}

/** Notifies all operators of a pending payment. */
export async function notifyOfMoney(app: App, event: MoneyEvent, amount: bigint): Promise<void> {
  for (const { id } of await listOperators(app))
    await notify(app, { to: id, kind: 'money', money: { event, amount } });
}

export const walletJobs = [
  job('social.check-ledger', Type.Object({}), checkAndNotify, { cron: '40 3 * * *', runner: 'export' }),
];
