import { sql } from 'kysely';
import { Type } from 'typebox';
import { minutes, seconds } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { job } from '../../platform/jobs/jobs.ts';
import type { LiveChannel } from './channel.ts';
import type { Bodies, LiveEvent, LiveKind } from './event.ts';

/** Maximum number of missed events to send. Beyond it, the page is told to reload. */
const maxMissed = 200;
const atOnce = 1000;

/** Starts the streams opened since the last read, each from its reader's position. */
export async function getBacklog(app: App, channels: ReadonlyMap<string, LiveChannel>): Promise<void> {
  const opened = [...channels.values()].flatMap((channel) =>
    [...channel.streams]
      .filter(({ position }) => position === undefined)
      .map((stream) => ({ channel, stream })),
  );
  if (opened.length === 0) return;
  await placeEvents(app);
  const { placedTo, deletedTo } = await getWindow(app);
  for (const { channel, stream } of opened) {
    const { after = placedTo } = stream;
    // A position beyond the newest event comes from before a restored backup.
    const isKnown = after >= deletedTo && after <= placedTo;
    const events =
      isKnown && after < placedTo
        ? await getEvents(app, {
            accountIds: [channel.viewer.id],
            after,
            upTo: placedTo,
            max: maxMissed + 1,
          })
        : [];
    const missed = isKnown && events.length <= maxMissed ? events : undefined;
    channel.begin(stream, { position: placedTo, missed });
  }
}

/** Sends the events added since `from` to the started streams. Returns the position read up to. */
export async function getNewEvents(
  app: App,
  channels: ReadonlyMap<string, LiveChannel>,
  kinds: readonly LiveKind[],
  from: number | undefined,
): Promise<number> {
  await placeEvents(app);
  const { placedTo } = await getWindow(app);
  let after = from ?? lowest(channels) ?? placedTo;
  while (after < placedTo) {
    const events = await getEvents(app, {
      accountIds: [...channels.keys()],
      after,
      upTo: placedTo,
      max: atOnce,
    });
    const shared = shareReads(app, channels, kinds, events);
    for (const [accountId, theirs] of Map.groupBy(shared, (event) => event.accountId)) {
      const channel = channels.get(accountId);
      const begun = [...(channel?.streams ?? [])].filter(({ position }) => position !== undefined);
      channel?.deliver(theirs, begun);
    }
    after = events.length < atOnce ? placedTo : (events.at(-1)?.position ?? placedTo);
  }
  return after;
}

function lowest(channels: ReadonlyMap<string, LiveChannel>): number | undefined {
  const positions = [...channels.values()].flatMap(({ streams }) =>
    [...streams].flatMap(({ position }) => position ?? []),
  );
  return positions.length === 0 ? undefined : Math.min(...positions);
}

const placedAtOnce = 2000;

/**
 * Assigns positions to committed events, in one process at a time. Unlike row ids, which are taken before the
 * commit, positions become visible in order.
 */
async function placeEvents(app: App): Promise<void> {
  while (await hasUnplaced(app)) await inTransaction(app, placeSome);
}

async function hasUnplaced({ db }: App): Promise<boolean> {
  const unplaced = await db
    .selectFrom('social.live_event')
    .where('position', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return unplaced !== undefined;
}

async function placeSome({ db }: App): Promise<void> {
  const { placed_to } = await db
    .selectFrom('social.live_window')
    .select('placed_to')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await sql`
    with unplaced as materialized (
      select id from social.live_event where position is null order by id limit ${placedAtOnce}
    ), placed as (
      update social.live_event as event set position = ${placed_to}::bigint + numbered.n
      from (select id, row_number() over (order by id) as n from unplaced) as numbered
      where event.id = numbered.id returning 1
    )
    update social.live_window set placed_to = ${placed_to}::bigint + (select count(*) from placed)`.execute(
    db,
  );
}

interface Window {
  placedTo: number;
  deletedTo: number;
}

async function getWindow({ db }: Pick<App, 'db'>): Promise<Window> {
  const row = await db
    .selectFrom('social.live_window')
    .select(['placed_to', 'deleted_to'])
    .executeTakeFirstOrThrow();
  return { placedTo: Number(row.placed_to), deletedTo: Number(row.deleted_to) };
}

/** Returns the events of these people between two positions, in order. */
async function getEvents(
  { db }: Pick<App, 'db'>,
  wanted: { accountIds: readonly string[]; after: number; upTo: number; max: number },
): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('social.live_event')
    .where('position', '>', String(wanted.after))
    .where('position', '<=', String(wanted.upTo))
    .where('account_id', '=', sql<string>`any(${wanted.accountIds}::bigint[])`)
    .orderBy('position')
    .limit(wanted.max)
    .select(['account_id', 'name', 'data', 'position'])
    .execute();
  return rows.map(({ account_id, name, data, position }) => ({
    position: Number(position),
    accountId: account_id,
    name,
    data: data as Json,
  }));
}

/**
 * How long a shared read is reused. Receivers that come later read again, and so observe a block or a removal
 * in between.
 */
const freshFor = seconds(1);

/**
 * Makes events with the same data share one read for all receivers. The first receiver triggers the read;
 * late receivers trigger another.
 */
export function shareReads(
  app: App,
  channels: ReadonlyMap<string, Pick<LiveChannel, 'viewer'>>,
  kinds: readonly LiveKind[],
  events: readonly LiveEvent[],
): LiveEvent[] {
  const readAll = new Map(kinds.map((kind) => [kind.name, kind.readAll]));
  const groups = Map.groupBy(events, ({ name, data }) => `${name} ${JSON.stringify(data)}`);
  const reads = new Map<string, () => Promise<Bodies>>();
  for (const [key, same] of groups) {
    const [first] = same;
    const read = first && readAll.get(first.name);
    const viewers = [...new Set(same.map(({ accountId }) => accountId))].flatMap(
      (id) => channels.get(id)?.viewer ?? [],
    );
    if (!read || viewers.length < 2) continue;
    let bodies: Promise<Bodies> | undefined;
    let readAt = -Infinity;
    reads.set(key, () => {
      const now = app.clock.now().getTime();
      if (!bodies || now - readAt > freshFor) {
        bodies = read(app, viewers, first.data);
        readAt = now;
      }
      return bodies;
    });
  }
  return events.map((event) => {
    const shared = reads.get(`${event.name} ${JSON.stringify(event.data)}`);
    return shared ? { ...event, shared } : event;
  });
}

/** How long a disconnected page can resume from its position. */
const window = minutes(15);

/** Deletes events outside the window and records the position up to which they were deleted. */
export async function deleteOldEvents(app: App): Promise<void> {
  await placeEvents(app);
  await sql`
    with deleted as (
      delete from social.live_event
      where position is not null and created_at < ${new Date(app.clock.now().getTime() - window)}
      returning position
    )
    update social.live_window
    set deleted_to = greatest(deleted_to, (select coalesce(max(position), 0) from deleted))`.execute(app.db);
}

export const liveJobs = [
  job('social.delete-live-events', Type.Object({}), deleteOldEvents, { cron: '*/5 * * * *' }),
];
