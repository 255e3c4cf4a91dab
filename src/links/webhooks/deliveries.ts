import { sql } from 'kysely';
import { Type } from 'typebox';
import { missing, Problem } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addJob, job } from '../../platform/jobs/jobs.ts';
import { deliverJob, deliverOptions, type Reply, send } from './deliver.ts';
import { newMessageId, sendEventsJob } from './send-events.ts';
import { type Delivery, getWebhook, selectDeliveries, testEvent } from './webhook.ts';
import { verb, perAccount } from '../../platform/verb.ts';

/**
 * Returns the deliveries of one of the viewer's webhooks, newest first. `before` is the id of the last one
 * seen.
 */
export async function listDeliveries(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  webhookId: string,
  { before, skip = 0, max }: { before?: string | undefined; skip?: number; max: number },
): Promise<Delivery[]> {
  await getWebhook(app, viewer, webhookId);
  return selectDeliveries(app)
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
  viewer: Pick<Viewer, 'id'>,
  webhookId: string,
  id: string,
): Promise<Delivery & { body: string }> {
  await getWebhook(app, viewer, webhookId);
  const delivery = await selectDeliveries(app)
    .select('body')
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!delivery) throw missing(msg('Delivery'));
  return delivery;
}

/** Counts the messages in the log of a webhook. Retention keeps the log small. */
export async function countDeliveries({ db }: Pick<App, 'db'>, webhookId: string): Promise<number> {
  const { total } = await db
    .selectFrom('links.webhook_delivery')
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
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<Reply> => {
    const { name } = await getWebhook(app, viewer, id);
    const now = app.clock.now();
    const body = JSON.stringify({ type: testEvent, timestamp: now.toISOString(), data: { webhook: name } });
    const outgoing = await app.db
      .insertInto('links.webhook_delivery')
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
  },
);

/** Sends a message again with the same message id. Returns the id of the new delivery. */
export const replayDelivery = verb(
  { name: 'webhooks.replay', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, webhook: string, id: string): Promise<string> => {
    return inTransaction(app, async (app) => {
      const { disabledAt } = await getWebhook(app, viewer, webhook);
      if (disabledAt) throw new Problem('conflict', msg('The webhook is disabled. Enable it first.'));
      const { message, kind, body } = await getDelivery(app, viewer, webhook, id);
      const now = app.clock.now();
      const made = await app.db
        .insertInto('links.webhook_delivery')
        .values({ webhook_id: webhook, message, kind, body, due_at: now, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addJob(app, deliverJob, { webhook }, deliverOptions(webhook));
      return made.id;
    });
  },
);

/** Links that expired longer ago, while the service was down, are not announced. */
const maxAge = days(2);
const batch = 500;

/** Notifies webhooks of links that have expired by time or clicks since the last run, once per link. */
export async function notifyExpired(app: App): Promise<void> {
  let announced: number;
  do {
    announced = await inTransaction(app, announceBatch);
  } while (announced === batch);
}

async function announceBatch(app: App): Promise<number> {
  const now = app.clock.now();
  const { rows } = await sql<{ account_id: string }>`
    with listener as (
      select account_id, min(created_at) as since from links.webhook
      where disabled_at is null and 'link.expired' = any (events) group by account_id
    ), due as (
      select link.id, link.expires_at as at
      from links.link as link join listener using (account_id)
      where link.purpose = 'link' and link.deleted_at is null
        and link.expires_at <= ${now} and link.expires_at > ${new Date(now.getTime() - maxAge)}
        and link.expires_at > listener.since
        and (link.expiry_notified_at is null or link.expiry_notified_at < link.expires_at)
      union all
      select link.id, total.last_click_at
      from links.link as link join listener using (account_id)
      join links.link_total as total on total.link_id = link.id
      where link.purpose = 'link' and link.deleted_at is null
        and link.click_limit <= total.clicks and link.expiry_notified_at is null
        and total.last_click_at > listener.since
      limit ${batch}
    ), told as (
      update links.link set expiry_notified_at = ${now} from due where link.id = due.id
      returning link.account_id, link.id, due.at
    )
    insert into links.webhook_event (account_id, kind, link_id, at)
    select account_id, 'link.expired', id, at from told
    returning account_id`.execute(app.db);
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))].sort();
  for (const account of accounts)
    await addJob(app, sendEventsJob, { account }, { key: `links.events:${account}` });
  return rows.length;
}

/** Deletes deliveries after their retention period. */
export async function purgeDeliveries({ db, clock, config }: App): Promise<void> {
  const oldest = new Date(clock.now().getTime() - days(config.WEBHOOK_LOG_DAYS));
  await db
    .deleteFrom('links.webhook_delivery')
    .where('created_at', '<', oldest)
    .where('due_at', 'is', null)
    .execute();
}

export const webhookJobs = [
  deliverJob,
  sendEventsJob,
  job('links.announce-expired', Type.Object({}), notifyExpired, { cron: '* * * * *' }),
  job('links.purge-deliveries', Type.Object({}), purgeDeliveries, { cron: '50 3 * * *' }),
];
