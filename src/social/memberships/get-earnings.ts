import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Seller } from '../monetization/plan.ts';
import type { Money } from '../wallet/money/money.ts';

/** SQL: the seller's net amount of a sale. */
const net = sql`(sale.amount - sale.refunded - sale.fee + sale.refunded_fee)`;

export interface Earnings {
  /**
   * Net earnings of the last twelve months, oldest first, as `2026-11`: sales minus refunds and commission.
   */
  months: { month: string; net: Money }[];
  /** Posts with the highest earnings from unlocks and tips. */
  posts: { id: string; title: string; net: Money; sales: number }[];
}

/**
 * Returns the earnings of pages by id, this month and in the last twelve. Pages without sales are omitted.
 */
export async function getEarningsByPage(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  pageIds: readonly string[],
): Promise<Map<string, { month: Money; year: Money }>> {
  const { rows } = await sql<{ id: string; month: string; year: string }>`
    with now as (select date_trunc('month', ${clock.now()}::timestamptz at time zone 'UTC') as month)
    select sale.page_id as id, sum(${net})::text as year,
      coalesce(sum(${net}) filter (where sale.created_at >= now.month at time zone 'UTC'), 0)::text as month
    from social.sale as sale, now where sale.page_id = any(${pageIds}::bigint[])
      and sale.created_at >= (now.month - interval '11 months') at time zone 'UTC'
    group by sale.page_id`.execute(db);
  return new Map(rows.map(({ id, month, year }) => [id, { month: BigInt(month), year: BigInt(year) }]));
}

/** Returns the earnings of a person or page. */
export async function getEarnings(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { type, id }: Seller,
): Promise<Earnings> {
  const isTheirs =
    type === 'page' ? sql`sale.page_id = ${id}` : sql`sale.payee_id = ${id} and sale.page_id is null`;
  const now = sql`date_trunc('month', ${clock.now()}::timestamptz at time zone 'UTC')`;
  const months = sql`
    with month as (
      select generate_series(now.month - interval '11 months', now.month, interval '1 month') as start
      from (select ${now} as month) as now
    )
    select to_char(month.start, 'YYYY-MM') as month, coalesce(sum(${net}), 0)::text as net
    from month left join social.sale as sale on ${isTheirs} and sale.created_at >= month.start at time zone 'UTC'
      and sale.created_at < (month.start + interval '1 month') at time zone 'UTC'
    group by month.start order by month.start`;
  const posts = sql`
    select post.id::text, coalesce(nullif(post.title, ''), nullif(left(post.text, 60), ''), 'Post ' || post.id) as title,
      sum(${net})::text as net, count(*) as sales
    from social.sale as sale join social.post as post on post.id = sale.post_id
    where ${isTheirs} and sale.refunded_at is null and post.deleted_at is null
    group by post.id order by sum(${net}) desc, post.id desc limit 5`;
  const { rows } = await sql<Read>`
    select (select json_agg(each) from (${months}) as each) as months,
      (select coalesce(json_agg(each), '[]') from (${posts}) as each) as posts`.execute(db);
  const read = rows[0] ?? { months: [], posts: [] };
  return {
    months: read.months.map(({ month, net }) => ({ month, net: BigInt(net) })),
    posts: read.posts.map((row) => ({ ...row, net: BigInt(row.net) })),
  };
}

/** The result as JSON. */
interface Read {
  months: { month: string; net: string }[];
  posts: { id: string; title: string; net: string; sales: number }[];
}
