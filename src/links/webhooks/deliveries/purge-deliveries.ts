import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

/** Deletes deliveries after their retention period. */
export async function purgeDeliveries({ db, clock, config }: App): Promise<void> {
  const oldest = new Date(clock.now().getTime() - days(config.WEBHOOK_LOG_DAYS));
  await db
    .deleteFrom('links.webhook_delivery')
    .where('created_at', '<', oldest)
    .where('due_at', 'is', null)
    .execute();
}
