import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

/** Said when events wait in the outbox. */
export const liveTopic = 'live.events';

/** Sends an event to the open pages of these people once the surrounding transaction has committed, and never otherwise. */
export async function addLiveEvent(
  app: Pick<App, 'db' | 'clock' | 'broadcast' | 'afterCommit'>,
  accountIds: readonly string[],
  name: string,
  data: Json = {},
): Promise<void> {
  if (accountIds.length === 0) return;
  // One text for any number of people: a group's is planned once, too.
  await sql`insert into social.live_event (account_id, name, data, created_at)
    select account_id, ${name}, ${JSON.stringify(data)}::jsonb, ${app.clock.now()}::timestamptz
    from unnest(${accountIds}::bigint[]) as account_id`.execute(app.db);
  app.broadcast.signal(app, liveTopic);
}
