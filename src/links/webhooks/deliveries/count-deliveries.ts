import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';

/** Counts the messages in the log of a webhook. Retention keeps the log small. */
export async function countDeliveries({ db }: Pick<App, 'db'>, webhookId: string): Promise<number> {
  const { total } = await db
    .selectFrom('links.webhook_delivery')
    .select(sql<number>`count(*)::float8`.as('total'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  return total;
}
