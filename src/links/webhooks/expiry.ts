import { sql } from 'kysely';
import { Type } from 'typebox';
import { deliveryJobs } from '../../identity/webhooks/deliveries.ts';
import { days } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { addJob, job } from '../../platform/jobs/jobs.ts';
import { hopWebhooks } from './events.ts';
import { sendEventsJob } from './send-events.ts';

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

export const webhookJobs = [
  ...deliveryJobs(hopWebhooks),
  sendEventsJob,
  job('links.announce-expired', Type.Object({}), notifyExpired, { cron: '* * * * *' }),
];
