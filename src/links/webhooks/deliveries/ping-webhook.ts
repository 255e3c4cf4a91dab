import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { send } from './deliver.ts';
import type { Reply } from './record-response.ts';
import { getWebhook } from '../queries.ts';
import { newMessageId } from './send-events.ts';
import { testEvent } from '../webhook.ts';

/**
 * Sends a test message immediately and returns the response. There is no retry, and the result does not
 * affect the webhook's state.
 */
export async function pingWebhook(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Reply> {
  const { name } = await getWebhook(app, viewer, id);
  const now = app.clock.now();
  const body = JSON.stringify({ type: testEvent, timestamp: now.toISOString(), data: { webhook: name } });
  const outgoing = await app.db
    .insertInto('links.webhook_delivery')
    .values({ webhook_id: id, message: newMessageId(), kind: testEvent, body, attempts: 1, created_at: now })
    .returning(['id', 'message', 'kind', 'body', 'attempts', 'created_at'])
    .executeTakeFirstOrThrow();
  const reply = await send(app, id, outgoing);
  const { isTaken, status, text, durationMs } = reply;
  await app.db
    .updateTable('links.webhook_delivery')
    .set({
      status,
      response: text,
      duration_ms: durationMs,
      [isTaken ? 'delivered_at' : 'failed_at']: app.clock.now(),
    })
    .where('id', '=', outgoing.id)
    .execute();
  return reply;
}
