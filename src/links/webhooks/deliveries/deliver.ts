import { Type } from 'typebox';
import { Problem } from '../../../kernel/problem.ts';
import { unseal } from '../../../kernel/secrets.ts';
import { minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addJob, job, type JobOptions } from '../../../platform/jobs.ts';
import { outboundAgent } from '../../outbound-agent.ts';
import { recordResponse, type Outgoing, type Reply } from './record-response.ts';
import { signatureOf } from '../secret.ts';

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
    return reply(false, null, error.message);
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
