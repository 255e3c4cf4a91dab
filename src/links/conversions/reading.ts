import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { RollUps } from '../clicks/roll-ups.ts';
import type { ClickFilters } from '../clicks/statistics/filters.ts';
import type { StatisticsRange } from '../clicks/statistics/range.ts';
import { type ClickReader, clickStore } from '../clicks/store/click-store.ts';

/** Leads and sales of a range. */
export interface Funnel {
  leads: number;
  sales: number;
  /** By currency, largest number of sales first. In the smallest unit of the currency. */
  amounts: { currency: string; sales: number; amount: number }[];
}

/** The links that a funnel is about: one of an account, or all. */
export interface FunnelScope {
  accountId: string;
  linkId?: string | undefined;
}

/** Conversions that are looked up together. */
const atOnce = 10_000;
/** Conversions of a range beyond which they are not looked up. */
const maxConversions = 200_000;

/** Returns the leads and sales of clicks that match filters. Null if the store cannot tell, or if there are too many. */
export async function getFilteredFunnel(
  app: ClickReader,
  { accountId }: FunnelScope,
  { of, filters }: { of: RollUps; filters: ClickFilters },
  range: StatisticsRange,
): Promise<Funnel | null> {
  const store = clickStore(app);
  if (!store.isWhole) return null;
  const counts = new Map<string, ConversionCount>();
  let before = '9223372036854775807';
  for (let looked = 0; looked < maxConversions; looked += atOnce) {
    const { rows } = await sql<{ id: string; click: string; kind: string; currency: string; amount: number }>`
      select id, replace(click_id::text, '-', '') as click, kind, currency, amount::float8 as amount from links.conversion
      where account_id = ${accountId} and id < ${before} and at >= ${range.from} and at < ${range.to} and ${of.mine}
      order by id desc limit ${atOnce}`.execute(app.db);
    const matching = new Set(
      await store.listMatching(
        of,
        rows.map(({ click }) => click),
        filters,
        range,
      ),
    );
    for (const { kind, currency, amount } of rows.filter((row) => matching.has(row.click))) {
      const count = counts.get(`${kind} ${currency}`) ?? { kind, currency, conversions: 0, amount: 0 };
      counts.set(`${kind} ${currency}`, {
        ...count,
        conversions: count.conversions + 1,
        amount: count.amount + amount,
      });
    }
    if (rows.length < atOnce) return toFunnel([...counts.values()]);
    before = rows.at(-1)?.id ?? '0';
  }
  return null;
}

/** Returns the leads and sales of a link or of all links of an account. */
export async function getFunnel(
  { db }: Pick<App, 'db'>,
  { accountId, linkId = '0' }: FunnelScope,
  { from, to }: Pick<StatisticsRange, 'from' | 'to'>,
): Promise<Funnel> {
  const rows = await db
    .selectFrom('links.conversion_hour')
    .where('account_id', '=', accountId)
    .where('link_id', '=', linkId)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy(['kind', 'currency'])
    .select(['kind', 'currency'])
    .select([
      sql<number>`sum(conversions)::float8`.as('conversions'),
      sql<number>`sum(amount)::float8`.as('amount'),
    ])
    .execute();
  return toFunnel(rows);
}

interface ConversionCount {
  kind: string;
  currency: string;
  conversions: number;
  amount: number;
}

function toFunnel(rows: readonly ConversionCount[]): Funnel {
  const sales = rows
    .filter(({ kind }) => kind === 'sale')
    .sort((a, b) => b.conversions - a.conversions || (a.currency < b.currency ? -1 : 1));
  const count = (of: readonly { conversions: number }[]) =>
    of.reduce((sum, { conversions }) => sum + conversions, 0);
  return {
    leads: count(rows.filter(({ kind }) => kind === 'lead')),
    sales: count(sales),
    amounts: sales.map(({ currency, conversions, amount }) => ({ currency, sales: conversions, amount })),
  };
}

/** Whether any of the account's links was ever reported a lead or sale, or the given link tracks them. */
export async function tracksConversions(
  { db }: Pick<App, 'db'>,
  { accountId, linkId }: FunnelScope,
): Promise<boolean> {
  const { rows } = await sql`
    select where exists (
      select from links.conversion_hour where account_id = ${accountId} and link_id = ${linkId ?? '0'}
    ) or exists (
      select from links.link where id = ${linkId ?? '0'} and account_id = ${accountId} and rules ->> 'passesClickId' is not null
    )`.execute(db);
  return rows.length > 0;
}
