import { sql } from 'kysely';
import { Type } from 'typebox';
import { findViewer } from '../../identity/account/viewer.ts';
import { deliveryJobs } from '../../identity/webhooks/deliveries.ts';
import { type WebhookMessage, queueMessages, toMessage } from '../../identity/webhooks/queue.ts';
import { type App, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { type QueuedEvent, readData } from './data.ts';
import { type PlazaEvent, plazaWebhooks, scopeOf } from './events.ts';

/** Events per batch. */
const batch = 200;

/** Turns the events that wait for a webhook into messages. */
export async function sendEvents(app: App, { webhook }: { webhook: string }): Promise<void> {
  let taken: number;
  do {
    taken = await inTransaction(app, (app) => sendBatch(app, webhook));
  } while (taken === batch);
}

async function sendBatch(app: App, webhook: string): Promise<number> {
  const events = await drainEvents(app, webhook);
  if (events.length === 0) return 0;
  const messages: WebhookMessage[] = [];
  for (const event of await withReaders(app, webhook, events)) {
    const { kind, at, reader } = event;
    const data = await readData(app, reader, event);
    const member = reader ? { id: reader.id, username: reader.username } : null;
    if (data) messages.push(toMessage(kind, at ?? app.clock.now(), { ...data, account: member }));
  }
  await queueMessages(app, plazaWebhooks, webhook, messages);
  return events.length;
}

interface WaitingEvent extends QueuedEvent {
  id: string;
  memberId: string | null;
  at: Date | null;
}

async function drainEvents({ db }: App, webhook: string): Promise<WaitingEvent[]> {
  const rows = await db
    .deleteFrom('social.webhook_event')
    .where('id', 'in', (events) =>
      events
        .selectFrom('social.webhook_event')
        .select('id')
        .where('webhook_id', '=', webhook)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'member_id as memberId', 'kind', 'subject_id as subjectId', 'detail', 'at'])
    .execute();
  const order = rows.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  return order.map((row) => ({ ...row, detail: row.detail as QueuedEvent['detail'] }));
}

/**
 * The events with the person as whom the webhook sees each. Leaves out those of people who ended what they let its app
 * do, and all if its owner may not be told any more.
 */
async function withReaders(
  app: App,
  webhook: string,
  events: readonly WaitingEvent[],
): Promise<(WaitingEvent & { reader: Viewer | undefined })[]> {
  const hook = await app.db
    .selectFrom('social.webhook')
    .select(['account_id', 'audience', 'app_id'])
    .where('id', '=', webhook)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const owner = hook && (await findReader(app, hook.account_id));
  if (!owner) return [];
  if (hook.audience === 'site')
    return may(owner, 'operate') ? events.map((event) => ({ ...event, reader: undefined })) : [];
  const readers = new Map<string, Viewer | undefined>();
  for (const memberId of new Set(events.map(({ memberId }) => memberId ?? '')))
    readers.set(memberId, await findReader(app, memberId));
  const granted = new Set(
    hook.app_id === null ? [] : await listGranted(app, hook.app_id, [...readers.keys()]),
  );
  return events.flatMap((event) => {
    const reader = readers.get(event.memberId ?? '');
    const scope = scopeOf[event.kind as PlazaEvent];
    if (!reader || (hook.app_id !== null && !granted.has(`${reader.id} ${scope ?? ''}`))) return [];
    // What somebody sees as a moderator is not theirs to pass on.
    return { ...event, reader: { ...reader, permissions: [] } };
  });
}

async function findReader(app: App, id: string): Promise<Viewer | undefined> {
  const viewer = await findViewer(app, id);
  return viewer?.isBeingDeleted ? undefined : viewer;
}

const scopes = [...new Set(Object.values(scopeOf))];

/** Returns what people still let an app see, as `id scope`. */
async function listGranted({ db }: App, appId: string, people: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ granted: string }>`
    select person || ' ' || scope as granted
    from unnest(${people}::bigint[]) as person cross join unnest(${scopes}::text[]) as scope
    where social.app_may(${appId}, person, scope)`.execute(db);
  return rows.map(({ granted }) => granted);
}

/** Name and payload must match the migration whose triggers queue this job. */
const sendEventsJob = job('social.send-events', Type.Object({ webhook: Type.String() }), sendEvents);

export const webhookJobs = [...deliveryJobs(plazaWebhooks), sendEventsJob];
