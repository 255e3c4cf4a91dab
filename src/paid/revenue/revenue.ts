import { addAuditEntry } from '../../identity/operators/audit.ts';
import type { Operator } from '../../identity/operators/settings.ts';
import { verb, type App } from '../../platform/app.ts';
import { exportReceivingKeys } from '../settlement/receiving-addresses.ts';
import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import { csvSheet } from '../../platform/archive/section.ts';
import { type CursorPage, whenGiven } from '../../platform/database/queries.ts';
import { usdcPath } from '../../social/wallet/top-ups/usdc.ts';
import { type Amount, formatUsdc } from '../operation.ts';

/** Periods of the page, in days. */
export const revenuePeriods = ['7', '30', '90'] as const;
export type RevenuePeriod = (typeof revenuePeriods)[number];

interface Sum {
  calls: number;
  amount: Amount;
}

export interface Revenue {
  total: Sum;
  /** Every day of the period in UTC, oldest first. */
  days: (Sum & { day: string })[];
  operations: (Sum & { operation: string })[];
  payers: (Sum & { payer: string; network: string })[];
}

const maxPayers = 20;

/** Sums the settled payments of the last days. Wallet top-ups are not revenue. */
export async function getRevenue(app: App, period: RevenuePeriod): Promise<Revenue> {
  const now = app.clock.now();
  const first = new Date(Math.floor(now.getTime() / days(1)) * days(1) - days(Number(period) - 1));
  const [byDay, operations, payers] = await Promise.all([
    sumBy(app, first, sql`to_char(settled_at at time zone 'UTC', 'YYYY-MM-DD')`, null),
    sumBy(app, first, sql`operation`, null),
    sumBy(app, first, sql`network || ' ' || payer`, maxPayers),
  ]);
  const found = new Map(byDay.map(({ name, ...sum }) => [name, sum]));
  const all = Array.from({ length: Number(period) }, (_, at) => {
    const day = new Date(first.getTime() + days(at)).toISOString().slice(0, 10);
    return { day, ...(found.get(day) ?? { calls: 0, amount: 0n }) };
  });
  return {
    total: {
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
      amount: all.reduce((sum, { amount }) => sum + amount, 0n),
    },
    days: all,
    operations: operations.map(({ name, ...sum }) => ({ operation: name, ...sum })),
    payers: payers.map(({ name, ...sum }) => {
      const [network = '', payer = ''] = name.split(' ');
      return { network, payer, ...sum };
    }),
  };
}

async function sumBy({ db }: App, since: Date, key: ReturnType<typeof sql>, max: number | null) {
  const { rows } = await sql<{ name: string; calls: string; amount: string }>`
    select ${key} as name, count(*)::text as calls, sum(amount)::text as amount
    from paid.payment where state = 'settled' and settled_at >= ${since} and operation <> ${sql.lit(usdcPath)}
    group by 1 order by sum(amount) desc, 1 limit ${max}`.execute(db);
  return rows.map(({ name, calls, amount }) => ({ name, calls: Number(calls), amount: BigInt(amount) }));
}

/** A payment that was refused or whose settlement is unknown. */
export interface UnsettledPayment {
  id: string;
  at: Date;
  operation: string;
  network: string;
  payer: string;
  amount: Amount;
  state: 'refused' | 'unknown';
  reason: string;
}

const onPage = 20;

/** Lists unsettled payments, newest first. */
export async function listUnsettled(app: App, before?: string): Promise<CursorPage<UnsettledPayment>> {
  const rows = await app.db
    .selectFrom('paid.payment')
    .select(['id', 'created_at', 'operation', 'network', 'payer', 'amount', 'state', 'reason'])
    .where('state', 'in', ['refused', 'unknown'])
    .$call(whenGiven(before, (query, id) => query.where('id', '<', id)))
    .orderBy('id', 'desc')
    .limit(onPage + 1)
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    id: row.id,
    at: row.created_at,
    operation: row.operation,
    network: row.network,
    payer: row.payer,
    amount: BigInt(row.amount),
    state: row.state as UnsettledPayment['state'],
    reason: row.reason ?? '',
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}

const atOnce = 500;

const heading = [
  'Payment',
  'Created (UTC)',
  'Settled (UTC)',
  'State',
  'Operation',
  'USDC',
  'Network',
  'Payer',
  'Transaction',
  'Reason',
];

/** Exports all payments as CSV, newest first. Streamed, because they may not fit in memory. */
export function paymentsCsv(app: Pick<App, 'db'>): NodeJS.ReadableStream {
  return csvSheet(rows(app));
}

interface Row {
  id: string;
  created: Date;
  settled: Date | null;
  state: string;
  operation: string;
  amount: string;
  network: string;
  payer: string;
  transaction: string | null;
  reason: string | null;
}

async function* rows({ db }: Pick<App, 'db'>): AsyncGenerator<string[]> {
  yield heading;
  let before: string | null = null;
  for (;;) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select id::text, created_at as created, settled_at as settled, state, operation, amount::text, network, payer,
        transaction, reason
      from paid.payment where ${before}::bigint is null or id < ${before}
      order by id desc limit ${atOnce}`.execute(db);
    for (const row of rows)
      yield [
        row.id,
        row.created.toISOString(),
        row.settled?.toISOString() ?? '',
        row.state,
        row.operation,
        formatUsdc(BigInt(row.amount)),
        row.network,
        row.payer,
        row.transaction ?? '',
        row.reason ?? '',
      ];
    before = rows.at(-1)?.id ?? null;
    if (rows.length < atOnce) return;
  }
}

/** Returns the secrets of the addresses that receive payments. */
export const exportPaymentKeys = verb(
  { name: 'revenue.export-keys', who: 'operator' },
  async (app, operator: Operator) => {
    const keys = await exportReceivingKeys(app.config);
    await addAuditEntry(app, operator.id, 'payment_keys.export', '');
    return keys;
  },
);
