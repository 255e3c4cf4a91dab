import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { msg, missing, Problem } from '../../kernel/problem.ts';
import { type App, type Asker, may, type Viewer } from '../../platform/app.ts';
import { mayWrite, roleIn } from '../access/page.ts';
import type { Post } from '../posts/post.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import type { Money } from '../wallet/money.ts';

/** An event. Who sees its post sees it. */
export interface Event {
  /** That of its post. */
  id: string;
  title: string;
  about: string;
  place: string;
  address: string;
  /** Where it takes place online. If tickets are sold, only for guests and hosts. */
  link: string;
  /** Whether it has a link, also if the viewer does not get it. */
  isOnline: boolean;
  timeZone: string;
  /** From midnight to midnight. */
  isAllDay: boolean;
  /** Of the first date. */
  startsAt: Date;
  endsAt: Date;
  /** A recurrence rule of RFC 5545. Empty for a single date. */
  rule: string;
  /** For each date. Null for no limit. */
  capacity: number | null;
  /** What a ticket costs. Null: nothing. */
  price: Money | null;
  /** The number of changes. */
  sequence: number;
  updatedAt: Date;
  canceledAt: Date | null;
}

/** On the waiting list are those who answered that they are going when no place was free. */
export const answers = ['going', 'interested', 'declined'] as const;
export type EventAnswer = (typeof answers)[number];

/** A date of an event. */
export interface EventDate {
  id: string;
  eventId: string;
  /** The date by the rule. Other than the start if it was moved. */
  originalAt: Date;
  startsAt: Date;
  endsAt: Date;
  canceledAt: Date | null;
  going: number;
  interested: number;
  waiting: number;
  /** Guests who were let in. */
  checkedIn: number;
  /** The viewer's answer. */
  mine: EventAnswer | 'waiting' | null;
  answerId: string | null;
  /** When the viewer was let in. */
  checkedInAt: Date | null;
}

/** A date with its event and the post that announces it. */
export interface ShownDate {
  event: Event;
  date: EventDate;
  post: Post;
}

export const pathOfEvent = ({ id }: Pick<Event, 'id'>) => `/events/${id}`;

/** Whether the viewer may change an event: as its author, or for its page. */
export const mayHost = (post: Pick<Post, 'author' | 'page'>, viewer: Viewer | undefined): boolean =>
  viewer !== undefined && (post.page ? mayWrite(post.page) : post.author.id === viewer.id);

export function refuseGuests(post: Pick<Post, 'author' | 'page'>, viewer: Viewer): void {
  if (!mayHost(post, viewer)) throw new Problem('forbidden', msg('Only the host of the event can do that'));
}

const eventColumns = [
  'event.id', 'event.title', 'event.about', 'event.place', 'event.address', 'event.rule',
  'event.capacity', 'event.sequence', 'event.time_zone as timeZone', 'event.is_all_day as isAllDay',
  'event.starts_at as startsAt', 'event.ends_at as endsAt', 'event.updated_at as updatedAt',
  'event.canceled_at as canceledAt',
] as const; // prettier-ignore

/** Events by the ids of their posts. The caller checks who sees them. */
export async function selectEvents(
  { db }: Pick<App, 'db'>,
  viewer: Asker | undefined,
  ids: readonly string[],
): Promise<Event[]> {
  const rows = await db
    .selectFrom('social.event as event')
    .where('event.id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(eventColumns)
    .select('event.price')
    .select(sql<boolean>`event.link <> ''`.as('isOnline'))
    .select(
      sql<string>`case when event.price is null or event.link = '' or ${isIn(viewer)} then event.link else '' end`.as(
        'link',
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, price: row.price === null ? null : BigInt(row.price) }));
}

/** SQL: whether a viewer has a place at an `event`, hosts it or moderates. */
function isIn(viewer: Asker | undefined): RawBuilder<SqlBool> {
  if (!viewer) return sql`false`;
  if (may(viewer, 'moderate')) return sql`true`;
  return sql`(exists (select from social.event_answer as place join social.event_date as taken on taken.id = place.date_id
      where taken.event_id = event.id and place.account_id = ${viewer.id} and place.answer = 'going')
    or case when event.page_id is null then event.author_id = ${viewer.id} else exists (
      select from social.page where page.id = event.page_id and ${roleIn(viewer)} is not null) end)`;
}

/** Dates of events. The caller adds which, and checks who sees them. */
export const selectDates = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'> | undefined) =>
  db
    .selectFrom('social.event_date as date')
    .select(['date.id', 'date.event_id as eventId', 'date.original_at as originalAt'])
    .select(['date.starts_at as startsAt', 'date.ends_at as endsAt', 'date.canceled_at as canceledAt'])
    .select(['date.going', 'date.interested', 'date.waiting', 'date.checked_in as checkedIn'])
    .leftJoin('social.event_answer as own', (join) =>
      join
        .onRef('own.date_id', '=', 'date.id')
        .on('own.account_id', '=', sql<string>`${viewer?.id ?? null}::bigint`),
    )
    .select(['own.id as answerId', 'own.checked_in_at as checkedInAt'])
    .select(sql<EventDate['mine']>`own.answer`.as('mine'));

/** Whether a person sees an event, such as one who waits for a place and was blocked meanwhile. */
export async function seesEvent({ db }: Pick<App, 'db'>, accountId: string, id: string): Promise<boolean> {
  const row = await visiblePosts(db, { id: accountId, permissions: [] })
    .where('post.id', '=', id)
    .select('post.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An event with its post. One that the viewer does not see is treated as missing. */
export async function getEvent(
  app: App,
  viewer: Viewer | undefined,
  id: string,
): Promise<{ event: Event; post: Post }> {
  const [event] = await selectEvents(app, viewer, [id]);
  if (!event) throw missing(msg('Event'));
  return { event, post: await getPost(app, viewer, id) };
}

/** A date with its event. `dateId` undefined: the next one that is not canceled, otherwise the last. */
export async function getDate(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  dateId?: string,
): Promise<ShownDate> {
  const { event, post } = await getEvent(app, viewer, id);
  const dates = selectDates(app, viewer).where('date.event_id', '=', id);
  const chosen =
    dateId === undefined
      ? dates
          .orderBy(sql`date.canceled_at is not null or date.ends_at <= ${app.clock.now()}`)
          .orderBy(sql`case when date.ends_at > ${app.clock.now()} then date.starts_at end`)
          .orderBy('date.starts_at', 'desc')
      : dates.where('date.id', '=', dateId);
  const date = await chosen.limit(1).executeTakeFirst();
  if (!date) throw missing(msg('Event'));
  return { event, post, date };
}
