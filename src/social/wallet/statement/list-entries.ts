import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import { wholeDay } from './filter.ts';
import type { StatementFilter } from './filter.ts';
import type { Money } from '../money/money.ts';

/** A transfer from the perspective of one account. */
export interface Entry {
  id: string;
  transactionId: string;
  kind: string;
  /** Negative for debits. */
  amount: Money;
  /** The balance after the transfer. */
  balance: Money;
  at: Date;
  /** The counterparty, if it is a person. */
  with: string | null;
  subject: string;
  subjectId: string | null;
}

interface Row {
  id: string;
  transaction_id: string;
  kind: string;
  amount: string;
  balance: string;
  created_at: Date;
  with: string | null;
  subject: string;
  subject_id: string | null;
}

/** Cursor format: the time in microseconds and the ID of the last entry. */
export const cursorPattern = '^[0-9]{1,17}-[0-9]{1,18}$';

const entriesOnPage = 25;

/**
 * Returns the entries of an account, newest first. Debits and credits each use their own index, and only as
 * many as shown are read.
 */
export async function listEntries(
  { db }: Pick<App, 'db'>,
  personId: string,
  filter: StatementFilter,
  { cursor, limit = entriesOnPage }: { cursor?: string | undefined; limit?: number } = {},
): Promise<CursorPage<Entry>> {
  const { rows } = await sql<Row & { cursor: string }>`
    with own as materialized (
      select id from social.ledger_account where owner_id = ${personId} and kind = ${filter.account}
    )
    select entry.id, entry.transaction_id, entry.kind, entry.amount, entry.balance, entry.created_at,
      (extract(epoch from entry.created_at) * 1000000)::bigint || '-' || entry.id as cursor,
      transaction.subject, transaction.subject_id,
      (select username from social.ledger_account as other
        join identity.account on account.id = other.owner_id and account.deleted_at is null
        where other.id = entry.other_id and other.owner_id <> ${personId}) as "with"
    from (
      ${sql.join(
        sidesOf(filter.direction).map((side) => entriesOf(side, filter, cursor, limit + 1)),
        sql` union all `,
      )}
    ) as entry
    join social.ledger_transaction as transaction on transaction.id = entry.transaction_id
    order by entry.created_at desc, entry.id desc limit ${sql.lit(limit + 1)}`.execute(db);
  const items = rows.slice(0, limit).map(toEntry);
  return { items, next: rows.length > limit ? rows[limit - 1]?.cursor : undefined };
}

type Side = 'debit' | 'credit';

const sidesOf = (direction: StatementFilter['direction']): Side[] => {
  if (direction === 'all') return ['debit', 'credit'];
  return [direction === 'out' ? 'debit' : 'credit'];
};

function entriesOf(
  side: Side,
  { from, to, kind }: StatementFilter,
  cursor: string | undefined,
  limit: number,
): RawBuilder<unknown> {
  const isDebit = side === 'debit';
  const conditions = [sql`${sql.ref(`${side}_id`)} = (select id from own)`];
  if (from !== undefined) conditions.push(sql`created_at >= ${wholeDay(from).start}`);
  if (to !== undefined) conditions.push(sql`created_at < ${wholeDay(to).end}`);
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  if (cursor !== undefined) {
    const [time = '0', id = '0'] = cursor.split('-');
    conditions.push(
      sql`(created_at, id) < (timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond', ${id}::bigint)`,
    );
  }
  return sql`(select id, transaction_id, kind, created_at,
      ${isDebit ? sql`-amount` : sql`amount`} as amount, ${sql.ref(`${side}_balance`)} as balance,
      ${sql.ref(isDebit ? 'credit_id' : 'debit_id')} as other_id
    from social.ledger_transfer where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${sql.lit(limit)})`;
}

const toEntry = (row: Row): Entry => ({
  id: row.id,
  transactionId: row.transaction_id,
  kind: row.kind,
  amount: BigInt(row.amount),
  balance: BigInt(row.balance),
  at: row.created_at,
  with: row.with,
  subject: row.subject,
  subjectId: row.subject_id,
});
