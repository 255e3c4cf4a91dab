import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../../kernel/problem.ts';
import { days, parseDay } from '../../../kernel/time.ts';
import { t, tc } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { csvSheet } from '../../../platform/archive/section.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import { type Money, plainMoney } from '../money.ts';

/** A transfer from the perspective of one account. */
export interface StatementEntry {
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
export async function listStatement(
  { db }: Pick<App, 'db'>,
  personId: string,
  filter: StatementFilter,
  { cursor, limit = entriesOnPage }: { cursor?: string | undefined; limit?: number } = {},
): Promise<CursorPage<StatementEntry>> {
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

const toEntry = (row: Row): StatementEntry => ({
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

export const statementAccounts = ['wallet', 'earnings', 'held'] as const;

const Day = Type.String({ pattern: String.raw`^(\d{4}-\d{2}-\d{2})?$`, default: '' });

/** Query of the statement form. Empty fields do not filter. */
export const StatementQuery = Type.Object({
  account: Type.Enum([...statementAccounts], { default: 'wallet' }),
  direction: Type.Enum(['all', 'in', 'out'], { default: 'all' }),
  kind: Type.String({ pattern: '^[a-z_]{0,40}$', default: '' }),
  from: Day,
  to: Day,
});

export interface StatementFilter {
  account: (typeof statementAccounts)[number];
  direction: 'all' | 'in' | 'out';
  kind: string | undefined;
  /** UTC dates, inclusive. */
  from: string | undefined;
  to: string | undefined;
}

function dayOr(field: 'from' | 'to', text: string): string | undefined {
  if (text === '') return undefined;
  if (!parseDay(text)) throw invalid(field, msg('Choose a date'));
  return text;
}

export const toStatementFilter = ({
  account,
  direction,
  kind,
  from,
  to,
}: Static<typeof StatementQuery>): StatementFilter => ({
  account,
  direction,
  kind: kind === '' ? undefined : kind,
  from: dayOr('from', from),
  to: dayOr('to', to),
});

/** The start and end of a day in UTC. */
function wholeDay(day: string): { start: Date; end: Date } {
  const start = new Date(`${day}T00:00:00Z`);
  return { start, end: new Date(start.getTime() + days(1)) };
}

/** The filter as query parameters. */
export const statementQuery = (filter: StatementFilter): Record<string, string> => ({
  account: filter.account,
  ...(filter.direction !== 'all' && { direction: filter.direction }),
  ...(filter.kind !== undefined && { kind: filter.kind }),
  ...(filter.from !== undefined && { from: filter.from }),
  ...(filter.to !== undefined && { to: filter.to }),
});

/** Labels of transfer kinds and accounts. */
const names = (): Readonly<Record<string, string>> => ({
  wallet: t('Wallet'),
  earnings: t('Earnings'),
  held: t('On hold'),
  commission: t('Commission'),
  provider: t('Payment provider'),
  payout: t('Payout'),
  credit: t('Credit'),
  credit_reversed: t('Credit reversed'),
  tip: tc('noun', 'Tip'),
  refund: t('Refund'),
  loss: t('Loss'),
  top_up: tc('noun', 'Top-up'),
  top_up_refund: t('Top-up refunded'),
  dispute: t('Top-up disputed'),
  forfeited: t('Forfeited'),
  refund_failed: t('Refund failed'),
  dispute_won: t('Dispute won'),
  payout_held: t('Payout requested'),
  payout_returned: t('Payout returned'),
  earnings_moved: t('Moved from earnings'),
  paid_call: t('Paid API call'),
  message: t('First message'),
  membership: t('Subscription'),
  unlock: t('Unlocked post'),
  ticket: t('Ticket'),
  content_share: t('Share of sold content'),
  refund_covered: t('Refunds covered'),
});

/** The label of a transfer kind: `subscription_renewal` is “Subscription renewal”. */
export function nameOfKind(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return names()[kind] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

const atOnce = 2000;

/** A statement as CSV, newest entry first. Streamed, because it may not fit in memory. */
export function statementCsv(
  app: Pick<App, 'db' | 'config'>,
  personId: string,
  filter: StatementFilter,
): NodeJS.ReadableStream {
  return csvSheet(rows(app, personId, filter));
}

async function* rows(
  app: Pick<App, 'db' | 'config'>,
  personId: string,
  filter: StatementFilter,
): AsyncGenerator<(string | number)[]> {
  const { CURRENCY } = app.config;
  yield ['Transaction', 'Date (UTC)', 'Type', 'Member', `Amount (${CURRENCY})`, `Balance (${CURRENCY})`];
  let cursor: string | undefined;
  do {
    const page = await listStatement(app, personId, filter, { cursor, limit: atOnce });
    for (const entry of page.items)
      yield [
        entry.transactionId,
        entry.at.toISOString(),
        nameOfKind(entry.kind),
        entry.with ?? '',
        // As a number, so that a leading minus is not treated as a formula.
        Number(plainMoney(entry.amount)),
        Number(plainMoney(entry.balance)),
      ];
    cursor = page.next;
  } while (cursor !== undefined);
}
