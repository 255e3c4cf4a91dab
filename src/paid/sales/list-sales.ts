import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

export interface Sale {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  operation: string;
  items: number;
}

const most = 200;

/** What was sold of an account's content, by day, the newest first. */
export async function listSales({ db }: Pick<App, 'db'>, accountId: string): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select to_char(day, 'YYYY-MM-DD') as day, operation, items from paid.author_sale
    where account_id = ${accountId} order by author_sale.day desc, operation limit ${most}`.execute(db);
  return rows;
}
