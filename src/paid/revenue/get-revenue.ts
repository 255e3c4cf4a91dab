import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { usdcPath } from '../../social/wallet/top-ups/usdc.ts';
import type { Amount } from '../price.ts';

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
