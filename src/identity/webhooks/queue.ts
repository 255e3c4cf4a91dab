import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { addJob, jobKind } from '../../platform/jobs/jobs.ts';
import { mailAccount } from '../account/email.ts';
import { tablesOf, type WebhookService } from './webhook.ts';

/** Maximum pending messages of a failing webhook. */
const maxWaiting = 500;

/** What is sent to a webhook: the event, and the body as signed. */
export interface WebhookMessage {
  kind: string;
  body: string;
}

/** The message about an event, in the form of the Standard Webhooks specification. */
export const toMessage = (kind: string, at: Date, data: object): WebhookMessage => ({
  kind,
  body: JSON.stringify({ type: kind, timestamp: at.toISOString(), data }),
});

/** Queues messages for a webhook, in the transaction that has drained their events. */
export async function queueMessages(
  app: App,
  service: WebhookService,
  webhook: string,
  messages: readonly WebhookMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  if (await isOverfull(app, service, webhook))
    return disableWebhook(
      app,
      service,
      webhook,
      t('No delivery succeeded, and {maxWaiting} were pending', { maxWaiting }),
    );
  const now = app.clock.now();
  await tablesOf(app, service)
    .insertInto('webhook_delivery')
    .values(
      messages.map(({ kind, body }) => ({
        webhook_id: webhook,
        message: newMessageId(),
        kind,
        body,
        due_at: now,
        created_at: now,
      })),
    )
    .execute();
  await addDelivery(app, service, webhook);
}

export const newMessageId = () => `msg_${randomUUID().replaceAll('-', '')}`;

async function isOverfull(app: App, service: WebhookService, webhook: string): Promise<boolean> {
  const waiting = await tablesOf(app, service)
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook as hook', 'hook.id', 'delivery.webhook_id')
    .where('delivery.webhook_id', '=', webhook)
    .where('delivery.due_at', 'is not', null)
    .where('hook.failing_since', 'is not', null)
    .limit(maxWaiting)
    .select(sql`1`.as('one'))
    .execute();
  return waiting.length >= maxWaiting;
}

/** The job that sends the due messages of a webhook. */
export const deliveryOf = ({ schema }: WebhookService) =>
  jobKind(`${schema}.deliver`, Type.Object({ webhook: Type.String() }));

/** Runs one job at a time per webhook, and queues no duplicates. */
export async function addDelivery(
  app: App,
  service: WebhookService,
  webhook: string,
  runAt?: Date,
): Promise<void> {
  const key = `${service.schema}.webhook:${webhook}`;
  await addJob(app, deliveryOf(service), { webhook }, { key, queue: key, ...(runAt && { runAt }) });
}

/**
 * Disables a webhook and notifies its owner of the reason. Pending messages are marked as failed and can be
 * resent manually.
 */
export async function disableWebhook(
  app: App,
  service: WebhookService,
  webhook: string,
  reason: string,
): Promise<void> {
  const now = app.clock.now();
  const db = tablesOf(app, service);
  const hook = await db
    .updateTable('webhook')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', webhook)
    .where('disabled_at', 'is', null)
    .returning(['account_id', 'name', 'url'])
    .executeTakeFirst();
  if (!hook) return;
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: null, failed_at: now })
    .where('webhook_id', '=', webhook)
    .where('due_at', 'is not', null)
    .execute();
  await mailAccount(app, hook.account_id, () => ({
    subject: t('Your webhook {name} was disabled', { name: hook.name }),
    text: [
      t('{because}, so {service} no longer sends events to {url}.', {
        because: reason,
        service: service.name,
        url: hook.url,
      }),
      t('Failed deliveries are stored for a while and can be resent:'),
      `${service.base(app.config)}${service.path}/${webhook}`,
    ].join('\n\n'),
  }));
}
