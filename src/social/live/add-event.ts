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
  const event = { name, data: JSON.stringify(data), created_at: app.clock.now() };
  await app.db
    .insertInto('social.live_event')
    .values(accountIds.map((account_id) => ({ account_id, ...event })))
    .execute();
  app.broadcast.signal(app, liveTopic);
}
