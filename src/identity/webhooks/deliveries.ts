import { sql } from 'kysely';
import { Type } from 'typebox';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { job, type Job, jobOf } from '../../platform/jobs/jobs.ts';
import { deliverEvent, type WebhookReply, send } from './deliver.ts';
import { addDelivery, deliveryOf, newMessageId, toMessage } from './queue.ts';
import { getWebhook, selectDeliveries, tablesOf, testEvent } from './webhook.ts';
import type { Delivery, WebhookService } from './webhook.ts';

/**
 * Returns the deliveries of one of the viewer's webhooks, newest first. `before` is the id of the last one
 * seen.
 */
export async function listDeliveries(
  app: Pick<App, 'db'>,
  service: WebhookService,
  viewer: Pick<Viewer, 'id'>,
  webhookId: string,
  { before, skip = 0, max }: { before?: string | undefined; skip?: number; max: number },
): Promise<Delivery[]> {
  await getWebhook(app, service, viewer, webhookId);
  return selectDeliveries(app, service)
    .where('webhook_id', '=', webhookId)
    .$call(whenGiven(before, (query, before) => query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(max)
    .offset(skip)
    .execute();
}

/** Returns one delivery with the body as sent. */
export async function getDelivery(
  app: Pick<App, 'db'>,
  service: WebhookService,
  viewer: Pick<Viewer, 'id'>,
  webhookId: string,
  id: string,
): Promise<Delivery & { body: string }> {
  await getWebhook(app, service, viewer, webhookId);
  const delivery = await selectDeliveries(app, service)
    .select('body')
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!delivery) throw missing(msg('Delivery'));
  return delivery;
}

/** Counts the messages in the log of a webhook. Retention keeps the log small. */
export async function countDeliveries(
  app: Pick<App, 'db'>,
  service: WebhookService,
  webhookId: string,
): Promise<number> {
  const { total } = await tablesOf(app, service)
    .selectFrom('webhook_delivery')
    .select(sql<number>`count(*)::float8`.as('total'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Sends a test message immediately and returns the response. There is no retry, and the result does not
 * affect the webhook's state.
 */
export const pingWebhook = verb(
  { name: 'webhooks.ping', who: 'member', limit: perAccount(60, minutes(10)) },
  async (app, service: WebhookService, viewer: Pick<Viewer, 'id'>, id: string): Promise<WebhookReply> => {
    const { name } = await getWebhook(app, service, viewer, id);
    const now = app.clock.now();
    const { body } = toMessage(testEvent, now, { webhook: name });
    const db = tablesOf(app, service);
    const outgoing = await db
      .insertInto('webhook_delivery')
      .values({
        webhook_id: id,
        message: newMessageId(),
        kind: testEvent,
        body,
        attempts: 1,
        created_at: now,
      })
      .returning(['id', 'message', 'kind', 'body', 'attempts', 'created_at'])
      .executeTakeFirstOrThrow();
    const reply = await send(app, service, id, outgoing);
    const { isTaken, status, text, durationMs } = reply;
    await db
      .updateTable('webhook_delivery')
      .set({
        status,
        response: text,
        duration_ms: durationMs,
        [isTaken ? 'delivered_at' : 'failed_at']: app.clock.now(),
      })
      .where('id', '=', outgoing.id)
      .execute();
    return reply;
  },
);

/** Sends a message again with the same message id. Returns the id of the new delivery. */
export const replayDelivery = verb(
  { name: 'webhooks.replay', who: 'member', limit: perAccount(60, minutes(10)) },
  async (
    app,
    service: WebhookService,
    viewer: Pick<Viewer, 'id'>,
    webhook: string,
    id: string,
  ): Promise<string> => {
    return inTransaction(app, async (app) => {
      const { disabledAt } = await getWebhook(app, service, viewer, webhook);
      if (disabledAt) throw new Problem('conflict', msg('The webhook is disabled. Enable it first.'));
      const { message, kind, body } = await getDelivery(app, service, viewer, webhook, id);
      const now = app.clock.now();
      const made = await tablesOf(app, service)
        .insertInto('webhook_delivery')
        .values({ webhook_id: webhook, message, kind, body, due_at: now, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addDelivery(app, service, webhook);
      return made.id;
    });
  },
);

/** Deletes deliveries after their retention period. */
export async function purgeDeliveries(app: App, service: WebhookService): Promise<void> {
  const oldest = new Date(app.clock.now().getTime() - days(app.config.WEBHOOK_LOG_DAYS));
  await tablesOf(app, service)
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', oldest)
    .where('due_at', 'is', null)
    .execute();
}

/** The jobs that deliver the messages of a service, and shorten its log. */
export const deliveryJobs = (service: WebhookService): Job[] => [
  jobOf(deliveryOf(service), (app, payload) => deliverEvent(app, service, payload), { runner: 'network' }),
  job(`${service.schema}.purge-deliveries`, Type.Object({}), (app) => purgeDeliveries(app, service), {
    cron: '50 3 * * *',
  }),
];
