import { sql } from 'kysely';
import type { App, Viewer } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

/** An event in the outbox. */
export interface LiveEvent {
  position: number;
  accountId: string;
  name: string;
  /** Contains only ids. */
  data: Json;
  /**
   * Payloads of the same event by account id, loaded once for all receivers. Accounts without an entry
   * receive nothing.
   */
  shared?: () => Promise<Bodies>;
}

export type Bodies = ReadonlyMap<string, Json>;

/** A kind of event that streams carry. */
export interface LiveKind {
  name: string;
  /**
   * Whether the event is a state, such as a count, rather than an occurrence. A state is sent when a stream
   * opens, and only once for several changes since it was last sent.
   */
  isState: boolean;
  /** Returns the payload the receiver may currently see, or undefined to send nothing. */
  read: (app: App, viewer: Viewer, data: Json) => Promise<Json | undefined> | Json | undefined;
  /** Returns the payloads of several receivers in one statement, for events sent to a group. */
  readAll?: ReadAll;
}

type ReadAll = (app: App, viewers: readonly Viewer[], data: Json) => Promise<Bodies>;

/** Derives `read` and `readAll` of a kind from one function. */
export const readTogether = (readAll: ReadAll): Required<Pick<LiveKind, 'read' | 'readAll'>> => ({
  read: async (app, viewer, data) => (await readAll(app, [viewer], data)).get(viewer.id),
  readAll,
});

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
