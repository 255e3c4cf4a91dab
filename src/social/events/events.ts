import { sql } from 'kysely';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { refuseOutsiders } from '../access/group.ts';
import { refuseSuspendedOrHeld, refuseWriting } from '../access/page.ts';
import { getGroup } from '../groups/groups.ts';
import { getPage } from '../pages/reading.ts';
import { editPost } from '../posts/editing.ts';
import type { NewPost } from '../posts/new-post.ts';
import { sortFiles, withUploads } from '../posts/post-files.ts';
import type { Privacy } from '../posts/post.ts';
import { publishPost } from '../posts/publishing.ts';
import { notifyGuests } from './answers.ts';
import { fillPlaces, remindAt } from './tickets/places.ts';
import { getDate, getEvent, refuseGuests } from './event.ts';
import { announce, toColumns, toTyped, type TypedEvent } from './new-event.ts';
import { type toSchedule, toTimes, type TypedSchedule } from './schedule.ts';

/** Who hosts a new event, and for whom. */
export interface EventAudience {
  /** Of an event of a person. */
  privacy?: Extract<Privacy, 'public' | 'friends'> | undefined;
  pageId?: string | undefined;
  groupId?: string | undefined;
}

const limit = perAccount(100, minutes(5));

/** Adds an event, announced by a post. `files`: its cover. Returns its id. */
export const addEvent = verb(
  { name: 'events.add', who: 'member', limit: perAccount(20, hours(1)) },
  async (
    app,
    viewer: Viewer,
    typed: TypedEvent,
    { privacy = 'public', pageId, groupId }: EventAudience = {},
    { files = [], alt = '' }: { files?: readonly Upload[]; alt?: string } = {},
  ): Promise<string> => {
    const { columns, dates } = toColumns(app, viewer, typed);
    if (columns.starts_at < app.clock.now()) throw invalid('start', msg('The event is in the past'));
    await refuseStrangers(app, viewer, { pageId, groupId });
    const post: Omit<NewPost, 'photos'> = { text: announce(columns), privacy, pageId, groupId };
    const shown = { photos: [] };
    const sorted = await sortFiles(files);
    if (sorted.length > 1 || sorted.some(({ kind }) => kind !== 'photos'))
      throw invalid('photos', msg('An event has one picture'));
    return withUploads(app, viewer, { sorted, shown, described: { alts: [alt] } }, ({ photos }) =>
      publishPost(app, viewer, { ...post, photos }, async ({ db }, id) => {
        const host = { author_id: viewer.id, page_id: pageId ?? null, group_id: groupId ?? null };
        await db
          .insertInto('social.event')
          .values({ id, ...host, ...columns })
          .execute();
        await insertDates(db, id, dates);
      }),
    );
  },
);

/** Throws unless the viewer may publish for the page, and in the group. */
async function refuseStrangers(
  app: App,
  viewer: Viewer,
  { pageId, groupId }: Pick<EventAudience, 'pageId' | 'groupId'>,
): Promise<void> {
  if (pageId !== undefined && groupId !== undefined) throw invalid('group_id', msg('An event has one host'));
  if (groupId !== undefined) refuseOutsiders(await getGroup(app, viewer, groupId));
  if (pageId === undefined) return;
  const page = await getPage(app, viewer, { id: pageId });
  refuseWriting(page);
  refuseSuspendedOrHeld(page);
}

type Dates = ReturnType<typeof toSchedule>['dates'];

const insertDates = (db: App['db'], eventId: string, dates: Dates) =>
  db
    .insertInto('social.event_date')
    .values(
      dates.map(({ originalAt, startsAt, endsAt }) => ({
        event_id: eventId,
        original_at: originalAt,
        starts_at: startsAt,
        ends_at: endsAt,
      })),
    )
    .execute();

/**
 * Changes an event. Omitted fields stay. Dates keep their answers: in order if their number stays, otherwise those on
 * the same day. Who comes is notified if the time or place changes.
 */
export const updateEvent = verb(
  { name: 'events.update', who: 'member', limit },
  async (app, viewer: Viewer, id: string, given: Partial<TypedEvent>): Promise<void> => {
    const { event, post } = await getEvent(app, viewer, id);
    refuseGuests(post, viewer);
    if (event.canceledAt) throw new Problem('conflict', msg('The event was canceled'));
    const { columns, dates } = toColumns(app, viewer, { ...toTyped(event), ...given });
    const isMoved =
      Number(columns.starts_at) !== Number(event.startsAt) ||
      Number(columns.ends_at) !== Number(event.endsAt) ||
      columns.rule !== event.rule;
    if (isMoved && columns.starts_at < app.clock.now() && columns.starts_at < event.startsAt)
      throw invalid('start', msg('The event is in the past'));
    await editPost(app, viewer, id, { text: announce(columns), alts: new Map() }, async (app) => {
      await lockRow(app, 'social.event', id);
      await app.db
        .updateTable('social.event')
        .set({ ...columns, sequence: sql`sequence + 1` })
        .where('id', '=', id)
        .execute();
      if (isMoved) await replaceDates(app, id, dates);
      await fillPlaces(app, { eventId: id });
      if (isMoved || columns.place !== event.place || columns.link !== event.link)
        await addJob(app, notifyGuests, { event: id, kind: 'event_change' });
    });
  },
);

async function replaceDates(app: App, eventId: string, dates: Dates): Promise<void> {
  const { db } = app;
  const former = await db
    .selectFrom('social.event_date')
    .where('event_id', '=', eventId)
    .orderBy('original_at')
    .forUpdate()
    .select(['id', 'original_at'])
    .execute();
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const isSame = former.length === dates.length;
  const kept = new Map<string, Dates[number]>();
  for (const [index, { id, original_at }] of former.entries()) {
    const date = isSame ? dates[index] : dates.find((each) => day(each.originalAt) === day(original_at));
    if (date) kept.set(id, date);
  }
  const gone = former.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await refuseSold(db, gone);
  if (gone.length > 0) await db.deleteFrom('social.event_date').where('id', 'in', gone).execute();
  const ids = [...kept.keys()];
  const moved = [...kept.values()];
  await sql`update social.event_date as date
    set original_at = moved.starts_at, starts_at = moved.starts_at, ends_at = moved.ends_at
    from unnest(${ids}::bigint[], ${moved.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${moved.map(({ endsAt }) => endsAt)}::timestamptz[]) as moved (id, starts_at, ends_at)
    where date.id = moved.id`.execute(db);
  const added = dates.filter((date) => !moved.includes(date));
  if (added.length > 0) await insertDates(db, eventId, added);
  await remindAgain(app, eventId);
}

async function refuseSold(db: App['db'], dateIds: readonly string[]): Promise<void> {
  const sold = await db
    .selectFrom('social.event_answer')
    .where('date_id', 'in', dateIds)
    .where('sale_id', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (sold)
    throw new Problem(
      'conflict',
      msg('Tickets were sold for a date that this would remove. Cancel that date first.'),
    );
}

/** Cancels an event with all its dates. It stays visible, and who comes is notified. */
export const cancelEvent = verb(
  { name: 'events.cancel', who: 'member', limit },
  async (app, viewer: Viewer, id: string): Promise<void> => {
    refuseGuests((await getEvent(app, viewer, id)).post, viewer);
    await inTransaction(app, async (app) => {
      const now = app.clock.now();
      const canceled = await app.db
        .updateTable('social.event')
        .set({ canceled_at: now, updated_at: now, sequence: sql`sequence + 1` })
        .where('id', '=', id)
        .where('canceled_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!canceled) throw new Problem('conflict', msg('The event was canceled'));
      await app.db
        .updateTable('social.event_date')
        .set({ canceled_at: now })
        .where('event_id', '=', id)
        .where('canceled_at', 'is', null)
        .execute();
      await remindAgain(app, id);
      await showAgain(app, id);
      await addJob(app, notifyGuests, { event: id, kind: 'event_cancel' });
    });
  },
);

/** Moves or cancels one date of an event. Who comes to it is notified. */
export const changeDate = verb(
  { name: 'events.change-date', who: 'member', limit },
  async (
    app,
    viewer: Viewer,
    { id, dateId }: { id: string; dateId: string },
    change: 'cancel' | Pick<TypedSchedule, 'start' | 'end'>,
  ): Promise<void> => {
    const { event, post, date } = await getDate(app, viewer, id, dateId);
    refuseGuests(post, viewer);
    if (date.canceledAt) throw new Problem('conflict', msg('The event was canceled'));
    const now = app.clock.now();
    const times = change === 'cancel' ? undefined : toTimes(change, event, now);
    if (times && times.startsAt < now) throw invalid('start', msg('The event is in the past'));
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.event', id);
      await app.db
        .updateTable('social.event_date')
        .set(times ? { starts_at: times.startsAt, ends_at: times.endsAt } : { canceled_at: now })
        .where('id', '=', dateId)
        .execute();
      await app.db
        .updateTable('social.event')
        .set({ updated_at: now, sequence: sql`sequence + 1` })
        .where('id', '=', id)
        .execute();
      await remindAgain(app, id);
      await showAgain(app, id);
      await addJob(app, notifyGuests, {
        event: id,
        date: dateId,
        kind: times ? 'event_change' : 'event_cancel',
      });
    });
  },
);

/** Recalculates the reminders of all dates of an event. */
async function remindAgain({ db, clock }: App, eventId: string): Promise<void> {
  await sql`update social.event_answer as answer
    set remind_at = case when date.canceled_at is null and answer.answer in ('going', 'interested')
      then ${remindAt(sql`date.starts_at`, clock.now())} end
    from social.event_date as date where date.id = answer.date_id and date.event_id = ${eventId}`.execute(db);
}

/** The post shows the event, and is remembered by its version. */
const showAgain = ({ db }: App, id: string) =>
  db
    .updateTable('social.post')
    .set({ edited_at: sql`edited_at` })
    .where('id', '=', id)
    .execute();
