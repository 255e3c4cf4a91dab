import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { StatisticsRange } from '../clicks/statistics/range.ts';

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
