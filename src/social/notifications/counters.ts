import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { livePeople } from '../../identity/account/people.ts';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import { type App, verb, type Asker, may, type Viewer } from '../../platform/app.ts';
import { compileOnce, whenGiven } from '../../platform/database/queries.ts';
import { perProcess } from '../../platform/remembered.ts';
import { unreadConversations } from '../chat/conversations/lists.ts';
import { type LiveKind, readTogether } from '../live/event.ts';
import { announceCounters } from '../notify/notify.ts';
import { idIn } from '../people/person.ts';
import { getNotification, shownNotifications } from './reading.ts';

/** Navigation counters: what is new since the viewer last looked. */
export interface Counters {
  friendRequests: number;
  messages: number;
  notifications: number;
  /** The live event position at which they were counted. */
  position: string;
}

export const counterNames = ['friend_requests', 'messages', 'notifications'] as const;
type CounterName = (typeof counterNames)[number];

export const isCounterName = (word: string): word is CounterName =>
  (counterNames as readonly string[]).includes(word);

/** Counting stops here. */
const max = 100;

/**
 * Whether an item is visible takes up to twenty blocks. An account with at least `many` items is assumed to
 * have the maximum once a few of them are visible.
 */
const many = 200;
const visibleOfMany = 20;

/**
 * Returns the counters of the viewer. What changes them adds a live event for the viewer in the same transaction, so
 * they are counted again only after the last event has changed, or after a while, because what becomes invisible by
 * the deletion of an account is not announced.
 */
export async function getCounters(app: App, viewer: Viewer): Promise<Counters> {
  const now = app.clock.now().getTime();
  const memory = app.db.isTransaction ? undefined : memoryOf(app);
  const key = `${viewer.id} ${may(viewer, 'moderate')}`;
  const known = memory?.get(key);
  if (known && now - known.at < remembersFor) {
    const [seen] = await selectEvent(app.db, { id: viewer.id }, undefined);
    if (seen?.event === known.event) return { ...known.counters, position: seen.position };
  }
  const found = (await getCountersOf(app, [viewer])).get(viewer.id);
  if (!found) throw new Error('An account has no counters');
  const { event, ...counters } = found;
  memory?.set(key, { counters, event, at: now });
  return counters;
}

const remembersFor = seconds(30);

interface Remembered {
  counters: Counters;
  event: string;
  at: number;
}

const maxRemembered = 5000;
const memoryOf = perProcess(
  () => new LRUCache<string, Remembered>({ maxSize: maxRemembered, sizeCalculation: () => 1 }),
);

/**
 * SQL: the position of an account's last live event, and the number of those that have none yet. They get one together,
 * so a new event always changes it.
 */
const lastEvent = (accountId: RawBuilder<unknown>) => sql<string>`concat_ws(' ',
  (select position from social.live_event where account_id = ${accountId} and position is not null
    order by position desc limit 1),
  (select count(*) from social.live_event where account_id = ${accountId} and position is null))`;

const selectEvent = compileOnce((db, { id }: { id: string }) =>
  db
    .selectFrom('social.live_window')
    .select(['placed_to as position', lastEvent(sql`${id}::bigint`).as('event')]),
);

/** Returns the counters of several people in one statement, or two if there are moderators, who see more. */
async function getCountersOf(app: App, viewers: readonly Viewer[]) {
  const found = new Map<string, Counters & Pick<Remembered, 'event'>>();
  for (const [, alike] of Map.groupBy(viewers, (viewer) => may(viewer, 'moderate')))
    for (const { id, requests, messages, notifications, position, event } of await select(app, alike))
      found.set(id, {
        friendRequests: Number(requests),
        messages: Number(messages),
        notifications: Number(notifications),
        position: position ?? '0',
        event,
      });
  return found;
}

/** Counts for each viewer. All must have the same permissions; only their ids differ. */
async function select({ db, clock }: App, viewers: readonly Viewer[]) {
  const [first] = viewers;
  const ids = viewers.map(({ id }) => id);
  return first ? selectCounters(db, { ids, now: clock.now() }, { permissions: first.permissions }) : [];
}

const selectCounters = compileOnce(
  (db, { ids, now }: { ids: readonly string[]; now: Date }, { permissions }: Pick<Viewer, 'permissions'>) => {
    const receiverId = idIn('receiver.id');
    // Visibility queries take a viewer. Here its id is a column reference instead of a value.
    const receiver: Asker = { permissions, id: receiverId as unknown as string };
    const requests = db
      .selectFrom('social.friendship as friendship')
      .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'friendship.requester_id'))
      .leftJoin('social.counter_reset as reset', 'reset.account_id', 'friendship.recipient_id')
      .where('friendship.recipient_id', '=', receiverId)
      .where('accepted_at', 'is', null)
      .where('declined_at', 'is', null)
      .where(sql<boolean>`friendship.requested_at > coalesce(reset.friend_requests_at, '-infinity')`)
      .limit(sql<number>`case when waiting.is_many then ${sql.lit(visibleOfMany)} else ${sql.lit(max)} end`)
      .select('person.id');
    const unseen = shownNotifications(db, receiver)
      .where('notification.on_page', '=', true)
      .where('notification.seen_at', 'is', null)
      .limit(sql<number>`case when fresh.is_many then ${sql.lit(visibleOfMany)} else ${sql.lit(max)} end`)
      .select('notification.id');
    const isMany = (items: RawBuilder<unknown>) => sql<{ is_many: boolean }>`(
    select count(*) = ${sql.lit(many)} as is_many from (${items} limit ${sql.lit(many)}) as item)`;
    const waiting = isMany(sql`
    select from social.friendship
    where recipient_id = ${receiverId} and accepted_at is null and declined_at is null
      and requested_at > coalesce(
        (select friend_requests_at from social.counter_reset where account_id = ${receiverId}), '-infinity')`);
    const fresh = isMany(sql`
    select from social.notification where account_id = ${receiverId} and on_page and seen_at is null`);
    return db
      .selectFrom(sql<{ id: string }>`unnest(${ids}::bigint[])`.as<'receiver'>(sql`receiver (id)`))
      .innerJoinLateral(waiting.as<'waiting'>(sql.ref('waiting')), (join) => join.onTrue())
      .innerJoinLateral(fresh.as<'fresh'>(sql.ref('fresh')), (join) => join.onTrue())
      .select((eb) => [
        'receiver.id',
        eb.selectFrom(requests.as('request')).select(countUpTo('waiting.is_many').as('n')).as('requests'),
        eb.selectFrom(unseen.as('unseen')).select(countUpTo('fresh.is_many').as('n')).as('notifications'),
        eb
          .selectFrom(unreadConversations(db, { id: receiverId }, { now, limit: max }).as('conversation'))
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .as('messages'),
        eb.selectFrom('social.live_window').select('placed_to').as('position'),
        lastEvent(receiverId).as('event'),
      ]);
  },
);

const countUpTo = (isMany: string) => sql<string>`case
  when ${sql.ref(isMany)} and count(*) = ${sql.lit(visibleOfMany)} then ${sql.lit(max)} else count(*) end`;

/** Resets a counter: current items are no longer counted. */
export const resetCounter = verb(
  { name: 'notifications.reset-counter', who: 'member' },
  async (app: App, viewer: Viewer, name: CounterName): Promise<void> => {
    if (name === 'notifications') return markNotificationsSeen(app, viewer);
    const at = { [`${name}_at`]: app.clock.now() };
    await app.db
      .insertInto('social.counter_reset')
      .values({ account_id: viewer.id, ...at })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(at))
      .execute();
    await announceCounters(app, viewer.id);
  },
);

/** Marks all notifications as seen, which resets the counter. */
export async function markNotificationsSeen(app: App, viewer: Viewer): Promise<void> {
  const seen = await app.db
    .updateTable('social.notification')
    .set({ seen_at: app.clock.now() })
    .where('account_id', '=', viewer.id)
    .where('seen_at', 'is', null)
    .returning('id')
    .execute();
  if (seen.length > 0) await announceCounters(app, viewer.id);
}

/** Marks one notification or all as read. Later events start a new notification. */
export const markRead = verb(
  { name: 'notifications.read', who: 'member' },
  async (app: App, viewer: Viewer, id?: string): Promise<void> => {
    const at = app.clock.now();
    const read = await app.db
      .updateTable('social.notification')
      .set((eb) => ({ read_at: at, seen_at: eb.fn.coalesce('seen_at', eb.val(at)) }))
      .where('account_id', '=', viewer.id)
      .where('read_at', 'is', null)
      .$call(whenGiven(id, (query, id) => query.where('id', '=', id)))
      .returning('id')
      .execute();
    if (read.length > 0) await announceCounters(app, viewer.id);
  },
);

const counters: LiveKind = {
  name: 'counters',
  isState: true,
  ...readTogether(async (app, viewers) => {
    const found = await getCountersOf(app, viewers);
    return new Map(
      [...found].map(([id, { friendRequests, messages, notifications }]) => [
        id,
        { friendRequests, messages, notifications },
      ]),
    );
  }),
};

/** A new notification in the list. */
const notification: LiveKind = {
  name: 'notification',
  isState: false,
  read: async (app, viewer, data) => {
    const { id } = data as { id: string };
    try {
      await getNotification(app, viewer, id);
      return { id };
    } catch (error) {
      // It was withdrawn, or is no longer visible to the receiver.
      if (error instanceof Problem && error.kind === 'missing') return undefined;
      throw error;
    }
  },
};

export const notificationLiveKinds: readonly LiveKind[] = [counters, notification];
