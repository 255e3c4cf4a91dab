import { type RawBuilder, sql } from 'kysely';
import { type App, inTransaction } from '../../../platform/app.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { notify } from '../../notify/notify.ts';
import { seesEvent } from '../event.ts';
import { sellPlaces } from './selling.ts';

/**
 * Gives free places to the first of the waiting list, and notifies them. Call it in a transaction. The dates are locked,
 * so that no place is given twice.
 */
export async function fillPlaces(
  app: App,
  { eventId, dateIds }: { eventId: string; dateIds?: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string; starts_at: Date; free: number | null; isPaid: boolean }>`
    select date.id, date.starts_at, event.price is not null as "isPaid", event.capacity - date.going as free from social.event_date as date
    join social.event on event.id = date.event_id
    where date.event_id = ${eventId} and date.waiting > 0 and date.canceled_at is null
      and date.ends_at > ${app.clock.now()} and (event.capacity is null or date.going < event.capacity)
      ${dateIds ? sql`and date.id = any(${dateIds}::bigint[])` : sql``}
    order by date.id for no key update of date`.execute(app.db);
  const sees = new Map<string, boolean>();
  for (const { id, starts_at, free, isPaid } of rows) {
    if (isPaid) {
      await addJob(app, sellPlaces, { date: id });
      continue;
    }
    for (let left = Math.min(free ?? mostAtOnce, mostAtOnce); left > 0;) {
      const next = await listWaiting(app, id, left);
      if (next.length === 0) break;
      for (const { account_id } of next)
        if (!sees.has(account_id)) sees.set(account_id, await seesEvent(app, account_id, eventId));
      const [seen, others] = [true, false].map((kind) =>
        next.filter(({ account_id }) => sees.get(account_id) === kind).map((row) => row.id),
      );
      // Who was banned, blocked or is no longer a friend meanwhile waits no longer.
      await app.db.deleteFrom('social.event_answer').where('id', '=', anyOf(others)).execute();
      const given = await app.db
        .updateTable('social.event_answer')
        .set({ answer: 'going', remind_at: remindAt(sql`${starts_at}::timestamptz`, app.clock.now()) })
        .where('id', '=', anyOf(seen))
        .returning('account_id')
        .execute();
      for (const { account_id: to } of given)
        for (const kind of ['event_place', 'event_ticket'] as const)
          await notify(app, { to, kind, postId: eventId });
      left -= given.length;
    }
  }
}

/** Places given in one transaction. The others follow in the next minute. */
const mostAtOnce = 500;

const anyOf = (ids: readonly string[] = []) => sql<string>`any(${ids}::bigint[])`;

const listWaiting = ({ db }: App, dateId: string, most: number) =>
  db
    .selectFrom('social.event_answer')
    .where('date_id', '=', dateId)
    .where('answer', '=', 'waiting')
    .orderBy('answered_at')
    .orderBy('account_id')
    .limit(most)
    .select(['id', 'account_id'])
    .execute();

/** Gives the places of deleted accounts to the waiting lists. */
export async function fillAllPlaces(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom('social.event_date as date')
    .innerJoin('social.event as event', 'event.id', 'date.event_id')
    .where('date.waiting', '>', 0)
    .where('date.canceled_at', 'is', null)
    .where('date.ends_at', '>', app.clock.now())
    .where((eb) => eb.or([eb('event.capacity', 'is', null), eb('date.going', '<', eb.ref('event.capacity'))]))
    .select(['date.id', 'date.event_id'])
    .limit(500)
    .execute();
  for (const { id, event_id } of rows)
    await inTransaction(app, (app) => fillPlaces(app, { eventId: event_id, dateIds: [id] }));
}

/** SQL: when to remind next of a start: a day or an hour before. Null if both are past. */
export const remindAt = (start: RawBuilder<unknown>, now: Date): RawBuilder<Date | null> => sql<Date | null>`(
  select min(at) from (values (${start} - interval '1 day'), (${start} - interval '1 hour')) as due (at)
  where at > ${now})`;
