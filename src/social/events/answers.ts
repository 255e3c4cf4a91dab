import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { msg } from '../../kernel/message.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addJob, job, jobKind, jobOf } from '../../platform/jobs/jobs.ts';
import { perAccount, verb } from '../../platform/verb.ts';
import { notify } from '../notify/notify.ts';
import type { Money } from '../wallet/money.ts';
import { type Answer, type EventDate, getDate, mayHost, seesEvent, selectDates } from './event.ts';
import { buyTicket, requireAgreement, returnTicket, sellPlaces, ticketJobs } from './tickets/selling.ts';

/**
 * Answers for one date, or for all coming dates of a series (`dateId` undefined). Who is going when no place is free is
 * put on the waiting list. A place that becomes free goes to the first of it in the same transaction. `null` takes the
 * answer back.
 */
export const answerEvent = verb(
  { name: 'events.answer', who: 'member', limit: perAccount(100, minutes(5)) },
  async (
    app,
    viewer: Viewer,
    { id, dateId }: { id: string; dateId?: string | undefined },
    answer: Answer | null,
    /** The price of a ticket that they saw. */
    shown?: string,
  ): Promise<void> => {
    const { event, date, post } = await getDate(app, viewer, id, dateId);
    const now = app.clock.now();
    if (event.canceledAt || (dateId !== undefined && date.canceledAt))
      throw new Problem('conflict', msg('The event was canceled'));
    if (date.endsAt <= now) throw new Problem('conflict', msg('The event is over'));
    await inTransaction(app, async (app) => {
      const dates = await lockDates(app, viewer, { eventId: id, dateId });
      const price = mayHost(post, viewer) ? null : event.price;
      if (dates.length > 1 && (event.price !== null || (await hasPaid(app, viewer, dates))))
        throw new Problem('conflict', msg('Choose one date: each has its own ticket'));
      const terms = { answer, capacity: event.capacity, price, shown };
      let isNewGuest = false;
      for (const each of dates) isNewGuest = (await store(app, viewer, each, terms)) || isNewGuest;
      if (isNewGuest && !mayHost(post, viewer))
        await notify(app, { to: viewer.id, kind: 'event_ticket', postId: id });
      await fillPlaces(app, { eventId: id, dateIds: dates.map((each) => each.id) });
    });
  },
);

/** The coming dates of an event that take place, locked in one order. */
async function lockDates(
  app: App,
  viewer: Viewer,
  { eventId, dateId }: { eventId: string; dateId: string | undefined },
): Promise<EventDate[]> {
  const coming = selectDates(app, viewer)
    .where('date.event_id', '=', eventId)
    .where('date.canceled_at', 'is', null)
    .where('date.ends_at', '>', app.clock.now());
  return (dateId === undefined ? coming : coming.where('date.id', '=', dateId))
    .orderBy('date.id')
    .forNoKeyUpdate()
    .execute();
}

interface Terms {
  answer: Answer | null;
  capacity: number | null;
  price: Money | null;
  shown: string | undefined;
}

async function hasPaid({ db }: App, viewer: Viewer, dates: readonly EventDate[]): Promise<boolean> {
  const paid = await db
    .selectFrom('social.event_answer')
    .where('account_id', '=', viewer.id)
    .where(
      'date_id',
      'in',
      dates.map(({ id }) => id),
    )
    .where('sale_id', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return paid !== undefined;
}

/** Whether the viewer has got a place. */
async function store(
  app: App,
  viewer: Viewer,
  { id, eventId, startsAt, going, waiting }: EventDate,
  { answer, capacity, price, shown }: Terms,
): Promise<boolean> {
  const { db, clock } = app;
  const own = await db
    .selectFrom('social.event_answer')
    .where('date_id', '=', id)
    .where('account_id', '=', viewer.id)
    .select(['answer', 'checked_in_at', 'sale_id', 'refund_due'])
    .executeTakeFirst();
  if (own?.checked_in_at && answer !== 'going')
    throw new Problem('conflict', msg('You are checked in already'));
  // Before the start, who gives a place back gets their money back.
  if (own?.sale_id && (answer === 'going' ? own.refund_due : startsAt > clock.now()))
    await returnTicket(app, own.sale_id);
  if (answer === null) {
    if (own)
      await db
        .deleteFrom('social.event_answer')
        .where('date_id', '=', id)
        .where('account_id', '=', viewer.id)
        .execute();
    return false;
  }
  const isIn = own?.answer === 'going' || own?.answer === 'waiting';
  if (own?.answer === answer || (answer === 'going' && isIn)) return false;
  const isFull = answer === 'going' && capacity !== null && (going >= capacity || waiting > 0);
  if (answer === 'going' && price !== null) requireAgreement(app, viewer, price, shown);
  const saleId =
    answer === 'going' && price !== null && !isFull
      ? await buyTicket(app, { eventId, dateId: id, buyerId: viewer.id, price })
      : null;
  const now = clock.now();
  const values = {
    sale_id: saleId,
    refund_due: false,
    agreed_price: isFull && price !== null ? String(price) : null,
    answer: isFull ? 'waiting' : answer,
    answered_at: now,
    remind_at: isFull || answer === 'declined' ? null : remindAt(sql`${startsAt}::timestamptz`, now),
  };
  await db
    .insertInto('social.event_answer')
    .values({ date_id: id, account_id: viewer.id, ...values })
    .onConflict((conflict) => conflict.columns(['date_id', 'account_id']).doUpdateSet(values))
    .execute();
  return answer === 'going' && !isFull;
}

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
async function fillAllPlaces(app: App): Promise<void> {
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

/** Reminders sent in one transaction. */
const batch = 100;

/** Sends the reminders that are due. Each is taken and sent in one transaction, so that it is sent once. */
export async function sendReminders(app: App): Promise<void> {
  while ((await remindNext(app)) === batch);
}

const remindNext = (app: App): Promise<number> =>
  inTransaction(app, async (app) => {
    const now = app.clock.now();
    const { rows } = await sql<{ account_id: string; event_id: string; starts_at: Date; isHour: boolean }>`
      update social.event_answer as answer set remind_at = ${remindAt(sql`date.starts_at`, now)}
      from social.event_date as date
      where date.id = answer.date_id and answer.id in (
        select id from social.event_answer where remind_at <= ${now} order by remind_at limit ${sql.lit(batch)}
        for update skip locked)
      returning answer.account_id, date.event_id, date.starts_at,
        date.starts_at - interval '1 hour' <= ${now} as "isHour"`.execute(app.db);
    for (const { account_id, event_id, starts_at, isHour } of rows) {
      // After an interruption, what began meanwhile is not announced.
      if (starts_at <= now) continue;
      await notify(app, { to: account_id, kind: isHour ? 'event_hour' : 'event_day', postId: event_id });
    }
    return rows.length;
  });

/** Notifies who comes to an event, or to one date of it. */
export const notifyGuests = jobKind(
  'social.notify-event-guests',
  Type.Object({
    event: Type.String(),
    date: Type.Optional(Type.String()),
    kind: Type.Enum(['event_change', 'event_cancel']),
    /** The last account that was notified. */
    after: Type.Optional(Type.String()),
  }),
);

async function notifyNextGuests(
  app: App,
  { event, date, kind, after }: NonNullable<(typeof notifyGuests)['payload']>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    const rows = await app.db
      .selectFrom('social.event_answer as answer')
      .innerJoin('social.event_date as date', 'date.id', 'answer.date_id')
      .where('date.event_id', '=', event)
      .where('date.ends_at', '>', app.clock.now())
      .where('answer.answer', '!=', 'declined')
      .$call(whenGiven(date, (query, date) => query.where('date.id', '=', date)))
      .$call(whenGiven(after, (query, after) => query.where('answer.account_id', '>', after)))
      .orderBy('answer.account_id')
      .distinct()
      .limit(batch)
      .select('answer.account_id')
      .execute();
    for (const { account_id } of rows) await notify(app, { to: account_id, kind, postId: event });
    const last = rows[batch - 1]?.account_id;
    if (last !== undefined)
      await addJob(app, notifyGuests, { event, kind, after: last, ...(date !== undefined && { date }) });
  });
}

export const answerJobs = [
  ...ticketJobs,
  jobOf(notifyGuests, notifyNextGuests),
  job('social.event-reminders', Type.Object({}), sendReminders, { cron: '* * * * *' }),
  job('social.event-places', Type.Object({}), fillAllPlaces, { cron: '* * * * *' }),
];
