import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import type { Seller } from '../monetization/plan.ts';
import type { Money } from '../wallet/money.ts';

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

/** A purchase. */
export interface Sale {
  id: string;
  kind: 'membership' | 'unlock' | 'tip' | 'message' | 'ticket';
  /** Null if the account was deleted. */
  buyer: { username: string; name: string } | null;
  payee: { username: string; name: string } | null;
  page: string | null;
  postId: string | null;
  plan: string | null;
  amount: Money;
  fee: Money;
  message: string;
  at: Date;
  refundedAt: Date | null;
  /** The refunded amount: all of it, or the part for unused time. */
  refunded: Money;
}

const onPage = 20;

/**
 * Returns the sales of a person or page, newest first. The sales of a person exclude those of their pages.
 */
export const listSalesOf = (app: App, { type, id }: Seller, before?: string): Promise<CursorPage<Sale>> =>
  list(
    app,
    type === 'page' ? sql`sale.page_id = ${id}` : sql`sale.payee_id = ${id} and sale.page_id is null`,
    before,
  );

/** Returns the payments of an account, newest first. */
export const listPaidBy = (app: App, accountId: string, before?: string): Promise<CursorPage<Sale>> =>
  list(app, sql`sale.buyer_id = ${accountId}`, before);

/** Returns all sales, for operators. `username` is that of the buyer or the seller. */
export const listAllSales = (
  app: App,
  { before, username = '' }: { before?: string | undefined; username?: string },
): Promise<CursorPage<Sale>> =>
  list(
    app,
    username === '' ? sql`true` : sql`lower(${username}) in (lower(buyer.username), lower(payee.username))`,
    before,
  );

async function list(
  { db }: Pick<App, 'db'>,
  which: RawBuilder<unknown>,
  before: string | undefined,
): Promise<CursorPage<Sale>> {
  const nameOf = (alias: string) =>
    sql<string | null>`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;
  const rows = await db
    .selectFrom('social.sale as sale')
    .leftJoin('identity.account as buyer', 'buyer.id', 'sale.buyer_id')
    .leftJoin('identity.account as payee', 'payee.id', 'sale.payee_id')
    .leftJoin('social.page as page', 'page.id', 'sale.page_id')
    .leftJoin('social.plan as plan', 'plan.id', 'sale.plan_id')
    .where(sql<boolean>`${which}`)
    .$if(before !== undefined, (query) => query.where('sale.id', '<', before ?? ''))
    .orderBy('sale.id', 'desc')
    .limit(sql.lit(onPage + 1))
    .select(['sale.id', 'sale.kind', 'sale.post_id', 'sale.amount', 'sale.fee', 'sale.message'])
    .select([
      'sale.created_at',
      'sale.refunded_at',
      'sale.refunded',
      'page.title as page',
      'plan.title as plan',
    ])
    .select(['buyer.username as buyer', 'payee.username as payee'])
    .select([nameOf('buyer').as('buyer_name'), nameOf('payee').as('payee_name')])
    .execute();
  const person = (username: string | null, name: string | null) =>
    username === null ? null : { username, name: name ?? username };
  const items = rows.slice(0, onPage).map((row): Sale => ({
    id: row.id,
    kind: row.kind as Sale['kind'],
    buyer: person(row.buyer, row.buyer_name),
    payee: person(row.payee, row.payee_name),
    page: row.page,
    postId: row.post_id,
    plan: row.plan,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    message: row.message,
    at: row.created_at,
    refundedAt: row.refunded_at,
    refunded: BigInt(row.refunded),
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}
