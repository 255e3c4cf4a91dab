import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { csvSheet } from '../../platform/archive/csv-sheet.ts';
import { formatUsdc } from '../price.ts';

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
