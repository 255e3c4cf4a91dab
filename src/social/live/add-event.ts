import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

/** Signaled when events are added to the outbox. */
export const liveTopic = 'live.events';

/**
 * Adds a live event for these people. It is sent to their open pages only if the surrounding transaction
 * commits.
 */
export async function addLiveEvent(
  app: Pick<App, 'db' | 'clock' | 'broadcast' | 'afterCommit'>,
  accountIds: readonly string[],
  name: string,
  data: Json = {},
): Promise<void> {
  if (accountIds.length === 0) return;
  // The same SQL text for any number of people, so the prepared statement is reused.
  await sql`insert into social.live_event (account_id, name, data, created_at)
    select account_id, ${name}, ${JSON.stringify(data)}::jsonb, ${app.clock.now()}::timestamptz
    from unnest(${accountIds}::bigint[]) as account_id`.execute(app.db);
  app.broadcast.signal(app, liveTopic);
}
