import { t } from '../../../kernel/translation/translate.ts';
import { hours, minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { disableWebhook } from './disable-webhook.ts';

/** Delays between attempts, about 28 hours in total. The message fails after the last one. */
export const backOff = [
  seconds(30), minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(10),
] as const; // prettier-ignore

export interface Outgoing {
  id: string;
  message: string;
  kind: string;
  body: string;
  attempts: number;
  created_at: Date;
}

export interface Reply {
  isTaken: boolean;
  /** Null: there was no response. */
  status: number | null;
  /** Start of the response, or the reason why there was none. */
  text: string;
  /** Milliseconds. */
  durationMs: number;
}

const gone = 410;

/**
 * Records a webhook's response. Failed messages are retried according to `backOff`. A webhook is disabled
 * when a message has failed for good and none has succeeded since it was created, or immediately on "410
 * Gone".
 */
export async function recordResponse(
  app: App,
  webhook: string,
  outgoing: Outgoing,
  { isTaken: isSuccess, status, text, durationMs }: Reply,
): Promise<void> {
  const now = app.clock.now();
  const wait = isSuccess ? undefined : backOff[outgoing.attempts - 1];
  await inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.webhook_delivery')
      .set({
        status,
        response: text,
        duration_ms: durationMs,
        delivered_at: isSuccess ? now : null,
        failed_at: isSuccess || wait !== undefined ? null : now,
        due_at: wait === undefined ? null : new Date(now.getTime() + wait),
      })
      .where('id', '=', outgoing.id)
      .execute();
    const hook = await app.db
      .updateTable('links.webhook')
      .set((row) =>
        isSuccess
          ? { delivered_at: now, failing_since: null }
          : { failing_since: row.fn.coalesce('failing_since', row.val(now)) },
      )
      .where('id', '=', webhook)
      .returning('delivered_at')
      .executeTakeFirst();
    if (status === gone) return disableWebhook(app, webhook, t('The endpoint responded with 410 Gone'));
    const hasSucceededSince = hook?.delivered_at && hook.delivered_at >= outgoing.created_at;
    if (!isSuccess && wait === undefined && !hasSucceededSince)
      await disableWebhook(
        app,
        webhook,
        t('A delivery failed {attempts} times, and no other delivery succeeded', {
          attempts: outgoing.attempts,
        }),
      );
  });
}
