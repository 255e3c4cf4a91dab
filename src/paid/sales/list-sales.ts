import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { CursorPage } from '../../platform/database/paging.ts';

export interface Sale {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  operation: string;
  items: number;
}

/** The day and operation of the last sale on a page: `2026-03-01/api/post`. */
export const saleCursor = String.raw`^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\/[\w/-]{1,200}$`;

const onPage = 50;

/** Lists the sales of an account's content by day, newest first. */
export async function listSales(
  { db }: Pick<App, 'db'>,
  accountId: string,
  before?: string,
): Promise<CursorPage<Sale>> {
  const earlier =
    before === undefined ? sql`true` : sql`(day, operation) < (${dayOf(before)}::date, ${before.slice(10)})`;
  const { rows } = await sql<Sale>`
    select to_char(day, 'YYYY-MM-DD') as day, operation, items from paid.author_sale
    where account_id = ${accountId} and ${earlier}
    order by author_sale.day desc, operation desc limit ${sql.lit(onPage + 1)}`.execute(db);
  const items = rows.slice(0, onPage);
  const last = items.at(-1);
  return { items, next: rows.length > onPage && last ? last.day + last.operation : undefined };
}

/** Returns the day of a cursor. An invalid date such as February 31 becomes a day in the next month. */
const dayOf = (cursor: string): string => new Date(cursor.slice(0, 10)).toISOString().slice(0, 10);
