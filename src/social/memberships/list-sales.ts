import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { CursorPage } from '../../platform/database/paging.ts';
import type { Seller } from '../monetization/plan.ts';
import type { Money } from '../wallet/money/money.ts';

/** A purchase. */
export interface Sale {
  id: string;
  kind: 'membership' | 'unlock' | 'tip' | 'message';
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
