import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../app.ts';

interface DayLimit {
  /** Has a row for each created item, with its `created_at` and its creator. */
  table: string;
  accountColumn: string;
  accountId: string;
  max: number;
  message: string;
}

/** Rejects an account that has reached its daily limit, with the time when it can create another. */
export async function enforceDailyLimit(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { table, accountColumn, accountId, max, message }: DayLimit,
): Promise<void> {
  const since = new Date(clock.now().getTime() - days(1));
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from ${sql.table(table)}
    where ${sql.ref(accountColumn)} = ${accountId} and created_at > ${since}
    order by created_at desc offset ${sql.lit(max - 1)} limit 1`.execute(db);
  const [last] = rows;
  if (!last) return;
  const retryAfter = Math.ceil((last.at.getTime() - since.getTime()) / 1000);
  throw new Problem('throttled', message, { retryAfter });
}
