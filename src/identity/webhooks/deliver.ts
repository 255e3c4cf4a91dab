import { Problem } from '../../kernel/problem.ts';
import { unseal, webhookSignature } from '../../kernel/secrets.ts';
import { hours, minutes, seconds } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { addDelivery, disableWebhook } from './queue.ts';
import { tablesOf, type WebhookService } from './webhook.ts';

/** Timeout of a delivery attempt. */
const maxWait = seconds(5);
/** How long a claimed message is reserved, in case this process dies or the answer of the claim is lost. */
const lease = seconds(15);
/** Limits the duration of a run, so that one busy webhook does not occupy a worker. */
const longestRun = seconds(15);
/** Delay after a failure, so that an unresponsive receiver does not occupy the workers. */
const pause = seconds(30);
const longestAnswer = 1000;

/** Sends the due messages of a webhook, oldest first, until one fails. The rest is then delayed. */
export async function deliverEvent(
  app: App,
  service: WebhookService,
  { webhook }: { webhook: string },
): Promise<void> {
  const end = app.clock.now().getTime() + longestRun;
  let isTaken = true;
  while (isTaken && app.clock.now().getTime() < end) {
    const outgoing = await claim(app, service, webhook);
    if (!outgoing) break;
    const reply = await send(app, service, webhook, outgoing);
    await recordResponse(app, service, webhook, outgoing, reply);
    ({ isTaken } = reply);
  }
  await planNext(app, service, webhook, isTaken ? 0 : pause);
}

/**
 * Claims the next due message, so that no other process sends it. Returns undefined if there is none or the
 * webhook is disabled.
 */
async function claim(app: App, service: WebhookService, webhook: string): Promise<Outgoing | undefined> {
  const now = app.clock.now();
  return tablesOf(app, service)
    .updateTable('webhook_delivery')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: new Date(now.getTime() + lease) }))
    .where('id', '=', (due) =>
      due
        .selectFrom('webhook_delivery as delivery')
        .innerJoin('webhook as hook', 'hook.id', 'delivery.webhook_id')
        .select('delivery.id')
        .where('delivery.webhook_id', '=', webhook)
        .where('delivery.due_at', '<=', now)
        .where('hook.disabled_at', 'is', null)
        .orderBy('delivery.due_at')
        .orderBy('delivery.id')
        .limit(1)
        .forUpdate('delivery')
        .skipLocked(),
    )
    .returning(['id', 'message', 'kind', 'body', 'attempts', 'created_at'])
    .executeTakeFirst();
}

/**
 * Sends a signed message to a webhook. Redirects are not followed and count as failures, because messages
 * must only go to the URL that the owner entered.
 */
export async function send(
  app: App,
  service: WebhookService,
  webhook: string,
  { message, body }: Outgoing,
): Promise<WebhookReply> {
  const { url, secrets } = await getTarget(app, service, webhook);
  const timestamp = Math.floor(app.clock.now().getTime() / 1000);
  const begun = performance.now();
  const reply = (isTaken: boolean, status: number | null, text: string): WebhookReply => ({
    isTaken,
    status,
    text: sanitizeResponse(text),
    durationMs: Math.round(performance.now() - begun),
  });
  try {
    const answer = await app.outbound.fetch(url, {
      method: 'POST',
      headers: {
        'user-agent': `${service.name} (+${service.base(app.config)})`,
        'content-type': 'application/json',
        'webhook-id': message,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': secrets
          .map((secret) => webhookSignature(secret, message, timestamp, body))
          .join(' '),
      },
      body,
      within: maxWait,
      max: 16 * 1024,
      longer: 'cut',
      hops: 0,
    });
    return reply(answer.status >= 200 && answer.status < 300, answer.status, answer.text());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return reply(false, null, t(error.text));
  }
}

/** Removes characters that PostgreSQL cannot store, and truncates the response. */
const sanitizeResponse = (text: string) => text.replaceAll('\0', '').slice(0, longestAnswer).toWellFormed();

async function getTarget(app: App, service: WebhookService, webhook: string) {
  const row = await tablesOf(app, service)
    .selectFrom('webhook')
    .select(['url', 'secret', 'former_secret', 'former_until'])
    .where('id', '=', webhook)
    .executeTakeFirstOrThrow();
  const former = row.former_until && row.former_until > app.clock.now() ? row.former_secret : null;
  const sealed = former ? [row.secret, former] : [row.secret];
  return { url: row.url, secrets: sealed.map((secret) => unseal(app.config.secretKey, secret)) };
}

/** Queues the next job for when the next message is due. */
async function planNext(app: App, service: WebhookService, webhook: string, wait: number): Promise<void> {
  await inTransaction(app, async (app) => {
    const next = await tablesOf(app, service)
      .selectFrom('webhook_delivery')
      .select('due_at')
      .where('webhook_id', '=', webhook)
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (!next?.due_at) return;
    const earliest = app.clock.now().getTime() + wait;
    const runAt = new Date(Math.max(next.due_at.getTime(), earliest));
    await addDelivery(app, service, webhook, runAt);
  });
}

/** Delays between attempts, about 28 hours in total. The message fails after the last one. */
export const backOff = [
  seconds(30), minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(10),
] as const; // prettier-ignore

interface Outgoing {
  id: string;
  message: string;
  kind: string;
  body: string;
  attempts: number;
  created_at: Date;
}

export interface WebhookReply {
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
async function recordResponse(
  app: App,
  service: WebhookService,
  webhook: string,
  outgoing: Outgoing,
  { isTaken: isSuccess, status, text, durationMs }: WebhookReply,
): Promise<void> {
  const now = app.clock.now();
  const wait = isSuccess ? undefined : backOff[outgoing.attempts - 1];
  await inTransaction(app, async (app) => {
    const db = tablesOf(app, service);
    await db
      .updateTable('webhook_delivery')
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
    const hook = await db
      .updateTable('webhook')
      .set((row) =>
        isSuccess
          ? { delivered_at: now, failing_since: null }
          : { failing_since: row.fn.coalesce('failing_since', row.val(now)) },
      )
      .where('id', '=', webhook)
      .returning('delivered_at')
      .executeTakeFirst();
    if (status === gone)
      return disableWebhook(app, service, webhook, t('The endpoint responded with 410 Gone'));
    const hasSucceededSince = hook?.delivered_at && hook.delivered_at >= outgoing.created_at;
    if (!isSuccess && wait === undefined && !hasSucceededSince)
      await disableWebhook(
        app,
        service,
        webhook,
        t('A delivery failed {attempts} times, and no other delivery succeeded', {
          attempts: outgoing.attempts,
        }),
      );
  });
}
