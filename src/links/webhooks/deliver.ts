import { Type } from 'typebox';
import { mailAccount } from '../../identity/account/email.ts';
import { Problem } from '../../kernel/problem.ts';
import { unseal } from '../../kernel/secrets.ts';
import { hours, minutes, seconds } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { addJob, job, type JobOptions } from '../../platform/jobs/jobs.ts';
import { outboundAgent } from '../product.ts';
import { signatureOf } from './webhook.ts';

/** Timeout of a delivery attempt. */
const maxWait = seconds(5);
/** How long a claimed message is reserved, in case this process dies. */
const lease = minutes(1);
/** Limits the duration of a run, so that one busy webhook does not occupy a worker. */
const longestRun = seconds(15);
/** Delay after a failure, so that an unresponsive receiver does not occupy the workers. */
const pause = seconds(30);
const longestAnswer = 1000;

/** Runs one job at a time per webhook, and queues no duplicates. */
export const deliverOptions = (webhook: string): JobOptions => ({
  key: `links.webhook:${webhook}`,
  queue: `links.webhook:${webhook}`,
});

/** Sends the due messages of a webhook, oldest first, until one fails. The rest is then delayed. */
export async function deliver(app: App, { webhook }: { webhook: string }): Promise<void> {
  const end = app.clock.now().getTime() + longestRun;
  let isTaken = true;
  while (isTaken && app.clock.now().getTime() < end) {
    const outgoing = await claim(app, webhook);
    if (!outgoing) break;
    const reply = await send(app, webhook, outgoing);
    await recordResponse(app, webhook, outgoing, reply);
    ({ isTaken } = reply);
  }
  await planNext(app, webhook, isTaken ? 0 : pause);
}

export const deliverJob = job('links.deliver', Type.Object({ webhook: Type.String() }), deliver, {
  runner: 'network',
});

/**
 * Claims the next due message, so that no other process sends it. Returns undefined if there is none or the
 * webhook is disabled.
 */
async function claim({ db, clock }: App, webhook: string): Promise<Outgoing | undefined> {
  const now = clock.now();
  return db
    .updateTable('links.webhook_delivery')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: new Date(now.getTime() + lease) }))
    .where('id', '=', (due) =>
      due
        .selectFrom('links.webhook_delivery as delivery')
        .innerJoin('links.webhook as hook', 'hook.id', 'delivery.webhook_id')
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
export async function send(app: App, webhook: string, { message, body }: Outgoing): Promise<Reply> {
  const { url, secrets } = await getTarget(app, webhook);
  const timestamp = Math.floor(app.clock.now().getTime() / 1000);
  const begun = performance.now();
  const reply = (isTaken: boolean, status: number | null, text: string): Reply => ({
    isTaken,
    status,
    text: sanitizeResponse(text),
    durationMs: Math.round(performance.now() - begun),
  });
  try {
    const answer = await app.outbound.fetch(url, {
      method: 'POST',
      headers: {
        ...outboundAgent(app.config),
        'content-type': 'application/json',
        'webhook-id': message,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': secrets.map((secret) => signatureOf(secret, message, timestamp, body)).join(' '),
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

async function getTarget({ db, clock, config }: App, webhook: string) {
  const row = await db
    .selectFrom('links.webhook')
    .select(['url', 'secret', 'former_secret', 'former_until'])
    .where('id', '=', webhook)
    .executeTakeFirstOrThrow();
  const former = row.former_until && row.former_until > clock.now() ? row.former_secret : null;
  const sealed = former ? [row.secret, former] : [row.secret];
  return { url: row.url, secrets: sealed.map((secret) => unseal(config.secretKey, secret)) };
}

/** Queues the next job for when the next message is due. */
async function planNext(app: App, webhook: string, wait: number): Promise<void> {
  await inTransaction(app, async (app) => {
    const next = await app.db
      .selectFrom('links.webhook_delivery')
      .select('due_at')
      .where('webhook_id', '=', webhook)
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (!next?.due_at) return;
    const earliest = app.clock.now().getTime() + wait;
    const runAt = new Date(Math.max(next.due_at.getTime(), earliest));
    await addJob(app, deliverJob, { webhook }, { ...deliverOptions(webhook), runAt });
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
async function recordResponse(
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

/**
 * Disables a webhook and notifies its owner of the reason. Pending messages are marked as failed and can be
 * resent manually.
 */
export async function disableWebhook(app: App, webhook: string, reason: string): Promise<void> {
  const now = app.clock.now();
  const hook = await app.db
    .updateTable('links.webhook')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', webhook)
    .where('disabled_at', 'is', null)
    .returning(['account_id', 'name', 'url'])
    .executeTakeFirst();
  if (!hook) return;
  await app.db
    .updateTable('links.webhook_delivery')
    .set({ due_at: null, failed_at: now })
    .where('webhook_id', '=', webhook)
    .where('due_at', 'is not', null)
    .execute();
  await mailAccount(app, hook.account_id, () => ({
    subject: t('Your webhook {name} was disabled', { name: hook.name }),
    text: [
      t('{because}, so Hop no longer sends events to {url}.', { because: reason, url: hook.url }),
      t('Failed deliveries are stored for a while and can be resent:'),
      `${app.config.hopUrl}/dashboard/webhooks/${webhook}`,
    ].join('\n\n'),
  }));
}
