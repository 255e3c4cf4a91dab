import { sql } from 'kysely';
import { Type } from 'typebox';
import { msg, Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { addJob, job, jobKind, jobOf } from '../../platform/jobs/jobs.ts';
import { notify } from '../notify/notify.ts';
import type { Money } from '../wallet/money.ts';
import { type EventAnswer, type EventDate, getDate, mayHost, selectDates } from './event.ts';
import { fillAllPlaces, fillPlaces, remindAt } from './tickets/places.ts';
import { buyTicket, requireAgreement, returnTicket, ticketJobs } from './tickets/selling.ts';

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
    answer: EventAnswer | null,
    /** The price of a ticket that they saw. */
    shown?: string,
  ): Promise<void> => {
    await inTransaction(app, async (app) => {
      const dates = await lockDates(app, viewer, { eventId: id, dateId });
      // As it is now: the price, the number of places or who is invited may be new.
      const { event, date, post } = await getDate(app, viewer, id, dateId);
      if (event.canceledAt || (dateId !== undefined && date.canceledAt))
        throw new Problem('conflict', msg('The event was canceled'));
      if (date.endsAt <= app.clock.now()) throw new Problem('conflict', msg('The event is over'));
      if (dates.length === 0) return;
      const price = mayHost(post, viewer) ? null : event.price;
      const before = await findAnswers(app, viewer, dates);
      const hasPaid = [...before.values()].some(({ sale_id: saleId }) => saleId !== null);
      if (dates.length > 1 && (event.price !== null || hasPaid))
        throw new Problem('conflict', msg('Choose one date: each has its own ticket'));
      const terms = { answer, capacity: event.capacity, price, shown };
      const isNewGuest = await store(app, viewer, dates, before, terms);
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
    .forNoKeyUpdate('date')
    .execute();
}

interface Terms {
  answer: EventAnswer | null;
  capacity: number | null;
  price: Money | null;
  shown: string | undefined;
}

interface OwnAnswer {
  answer: string;
  checked_in_at: Date | null;
  sale_id: string | null;
  refund_due: boolean;
}
type Before = ReadonlyMap<string, OwnAnswer>;

/** The viewer's answers by date. */
async function findAnswers({ db }: App, viewer: Viewer, dates: readonly EventDate[]): Promise<Before> {
  const rows = await db
    .selectFrom('social.event_answer')
    .where('account_id', '=', viewer.id)
    .where(
      'date_id',
      'in',
      dates.map(({ id }) => id),
    )
    .select(['date_id', 'answer', 'checked_in_at', 'sale_id', 'refund_due'])
    .execute();
  return new Map(rows.map(({ date_id, ...row }) => [date_id, row]));
}

/**
 * A series has hundreds of dates, which are stored together. Only single dates have tickets. Returns whether the viewer has
 * got a place.
 */
async function store(
  app: App,
  viewer: Viewer,
  dates: readonly EventDate[],
  before: Before,
  terms: Terms,
): Promise<boolean> {
  const changes: { id: string; values: Awaited<ReturnType<typeof changeFor>> }[] = [];
  for (const date of dates)
    changes.push({ id: date.id, values: await changeFor(app, viewer, date, before.get(date.id), terms) });
  const ids = changes.flatMap(({ id, values }) => (values === null && before.has(id) ? [id] : []));
  if (ids.length > 0)
    await app.db
      .deleteFrom('social.event_answer')
      .where('date_id', 'in', ids)
      .where('account_id', '=', viewer.id)
      .execute();
  const rows = changes.flatMap(({ id, values }) =>
    values ? [{ date_id: id, account_id: viewer.id, ...values }] : [],
  );
  if (rows.length > 0)
    await app.db
      .insertInto('social.event_answer')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['date_id', 'account_id']).doUpdateSet((row) => ({
          sale_id: row.ref('excluded.sale_id'),
          refund_due: row.ref('excluded.refund_due'),
          agreed_price: row.ref('excluded.agreed_price'),
          answer: row.ref('excluded.answer'),
          answered_at: row.ref('excluded.answered_at'),
          remind_at: row.ref('excluded.remind_at'),
        })),
      )
      .execute();
  return rows.some(({ answer }) => answer === 'going');
}

/** What to store for a date, after its ticket is paid or given back. Null: nothing. Undefined: as before. */
async function changeFor(
  app: App,
  viewer: Viewer,
  { id, eventId, startsAt, going, waiting }: EventDate,
  own: OwnAnswer | undefined,
  { answer, capacity, price, shown }: Terms,
) {
  const now = app.clock.now();
  if (own?.checked_in_at && answer !== 'going')
    throw new Problem('conflict', msg('You are checked in already'));
  // Before the start, who gives a place back gets their money back.
  if (own?.sale_id && (answer === 'going' ? own.refund_due : startsAt > now))
    await returnTicket(app, own.sale_id);
  if (answer === null) return null;
  const isIn = own?.answer === 'going' || own?.answer === 'waiting';
  if (own?.answer === answer || (answer === 'going' && isIn)) return undefined;
  const isFull = answer === 'going' && capacity !== null && (going >= capacity || waiting > 0);
  if (answer === 'going' && price !== null) requireAgreement(app, viewer, price, shown);
  const saleId =
    answer === 'going' && price !== null && !isFull
      ? await buyTicket(app, { eventId, dateId: id, buyerId: viewer.id, price })
      : null;
  return {
    sale_id: saleId,
    refund_due: false,
    agreed_price: isFull && price !== null ? String(price) : null,
    answer: isFull ? 'waiting' : answer,
    answered_at: now,
    remind_at: isFull || answer === 'declined' ? null : remindAt(sql`${startsAt}::timestamptz`, now),
  };
}

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
