import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { livePerson } from '../../identity/account/people.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type CursorPage, nameMatches, whenGiven } from '../../platform/database/queries.ts';
import { followedBy, mutedBy, notBlocked, type Person, toPerson } from '../people/person.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { type EventAnswer, getDate, mayHost, selectDates, selectEvents, type ShownDate } from './event.ts';

const eventsOnPage = 20;
const guestsOnPage = 50;
/** Of a month, or of a calendar. */
const maxDatesShown = 500;

/** Which coming events to list: all that the viewer sees, their own, or those of people, pages and groups they follow. */
export const eventLists = ['upcoming', 'mine', 'following'] as const;

export interface WantedEvents {
  list?: (typeof eventLists)[number] | undefined;
  /** Words in the title. */
  q?: string | undefined;
  /** Of one host. */
  authorId?: string | undefined;
  pageId?: string | undefined;
  groupId?: string | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
}

/** Coming dates, the next first. Of a series, the next one. */
export async function listEvents(
  app: App,
  viewer: Viewer | undefined,
  { after, ...wanted }: WantedEvents,
): Promise<CursorPage<ShownDate>> {
  const now = app.clock.now();
  const rows = await datesOf(app, viewer, wanted)
    .where('date.canceled_at', 'is', null)
    .where('date.ends_at', '>', now)
    .where('date.starts_at', '>', new Date(now.getTime() - longest))
    .where(
      sql<boolean>`not exists (select from social.event_date as earlier where earlier.event_id = date.event_id
      and earlier.canceled_at is null and earlier.ends_at > ${now}
      and (earlier.starts_at, earlier.id) < (date.starts_at, date.id))`,
    )
    .$call(
      whenGiven(after, (query, after) => {
        const { at, id } = parsePlace(after);
        return query.where(sql<boolean>`(date.starts_at, date.id) > (${at}, ${id}::bigint)`);
      }),
    )
    .limit(eventsOnPage + 1)
    .execute();
  const shown = rows.slice(0, eventsOnPage);
  const last = shown.at(-1);
  return {
    items: await loadDates(app, viewer, shown),
    next: rows.length > eventsOnPage && last ? placeOf(last.startsAt, last.id) : undefined,
  };
}

/** Longer than a date lasts. */
const longest = days(15);

/** Every date between two times, also canceled ones. At most `maxDatesShown`. */
export async function listDatesBetween(
  app: App,
  viewer: Viewer | undefined,
  { from, to }: { from: Date; to: Date },
  wanted: Omit<WantedEvents, 'after'> = {},
): Promise<ShownDate[]> {
  const rows = await datesOf(app, viewer, wanted)
    .where('date.starts_at', '>', new Date(from.getTime() - longest))
    .where('date.starts_at', '<', to)
    .where('date.ends_at', '>', from)
    .limit(maxDatesShown)
    .execute();
  return loadDates(app, viewer, rows);
}

function datesOf(app: App, viewer: Viewer | undefined, { list = 'upcoming', q = '', ...host }: WantedEvents) {
  let query = visiblePosts(app.db, viewer)
    .innerJoin('social.event as event', 'event.id', 'post.id')
    .innerJoin('social.event_date as date', 'date.event_id', 'event.id')
    .where(isWanted(list, viewer))
    .$call(
      whenGiven(host.authorId, (query, id) =>
        query
          .where('event.author_id', '=', id)
          .where('event.page_id', 'is', null)
          .where('event.group_id', 'is', null),
      ),
    )
    .$call(whenGiven(host.pageId, (query, id) => query.where('event.page_id', '=', id)))
    .$call(whenGiven(host.groupId, (query, id) => query.where('event.group_id', '=', id)));
  for (const condition of nameMatches(sql`search.name(event.title)`, q)) query = query.where(condition);
  return query
    .orderBy('date.starts_at')
    .orderBy('date.id')
    .select(['date.id', 'date.event_id as eventId', 'date.starts_at as startsAt']);
}

function isWanted(list: WantedEvents['list'], viewer: Viewer | undefined): RawBuilder<SqlBool> {
  if (list === 'upcoming')
    return viewer
      ? sql`(post.page_id is not null or not ${mutedBy('post.author_id', viewer.id)})`
      : sql`true`;
  if (!viewer) return sql`false`;
  if (list === 'following')
    return sql`(post.page_id is null and ${followedBy('post.author_id', viewer.id)}
      or post.page_id in (select liked.page_id from social.page_like as liked where liked.account_id = ${viewer.id})
      or post.group_id in (select own.group_id from social.people_group_member as own where own.account_id = ${viewer.id}))`;
  return sql`(event.author_id = ${viewer.id} or date.id in (
    select own.date_id from social.event_answer as own
    where own.account_id = ${viewer.id} and own.answer <> 'declined'))`;
}

/** Loads dates with their events and posts, in the given order. */
async function loadDates(
  app: App,
  viewer: Viewer | undefined,
  rows: readonly { id: string; eventId: string }[],
): Promise<ShownDate[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ eventId }) => eventId))];
  const [posts, events, dates] = await Promise.all([
    getPosts(app, viewer, ids),
    selectEvents(app, viewer, ids),
    selectDates(app, viewer)
      .where('date.id', '=', sql<string>`any(${rows.map(({ id }) => id)}::bigint[])`)
      .execute(),
  ]);
  const byId = <Item extends { id: string }>(items: readonly Item[]) =>
    new Map(items.map((item) => [item.id, item]));
  const [post, event, date] = [byId(posts), byId(events), byId(dates)];
  return rows.flatMap(({ id, eventId }) => {
    const found = { post: post.get(eventId), event: event.get(eventId), date: date.get(id) };
    return found.post && found.event && found.date ? [found as ShownDate] : [];
  });
}

/** All dates of an event in order, also canceled and past ones. The caller checks who sees it. */
export const listDates = (app: App, viewer: Viewer | undefined, eventId: string) =>
  selectDates(app, viewer)
    .where('date.event_id', '=', eventId)
    .orderBy('date.starts_at')
    .orderBy('date.id')
    .limit(maxDatesShown)
    .execute();

/** The waiting list is for the host. */
export const guestLists = ['going', 'interested', 'waiting'] as const;
export type GuestList = (typeof guestLists)[number];

export interface Guest {
  person: Person;
  answer: EventAnswer | 'waiting';
  at: Date;
  /** For the host. */
  isCheckedIn: boolean;
}

/** Who comes to a date, for members, the earliest first. Without people blocked either way, except for the host. */
export async function listGuests(
  app: App,
  viewer: Viewer,
  { id, dateId }: { id: string; dateId?: string | undefined },
  { answer, after }: { answer: GuestList; after?: string | undefined },
): Promise<CursorPage<Guest>> {
  const { date, post } = await getDate(app, viewer, id, dateId);
  const isHost = mayHost(post, viewer);
  if (answer === 'waiting' && !isHost) return { items: [], next: undefined };
  const rows = await app.db
    .selectFrom('social.event_answer as answer')
    .innerJoinLateral(livePerson('person', 'answer.account_id'), (join) => join.onTrue())
    .where('answer.date_id', '=', date.id)
    .where('answer.answer', '=', answer)
    .$if(!isHost, (query) => query.where(notBlocked('answer.account_id', viewer.id)))
    .$call(
      whenGiven(after, (query, after) => {
        const { at, id } = parsePlace(after);
        return query.where(sql<boolean>`(answer.answered_at, answer.account_id) > (${at}, ${id}::bigint)`);
      }),
    )
    .orderBy('answer.answered_at')
    .orderBy('answer.account_id')
    .limit(guestsOnPage + 1)
    .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
    .select([
      'person.picture',
      'person.picture_small',
      'person.verified_at',
      'answer.answered_at as at',
      'answer.checked_in_at',
    ])
    .execute();
  const shown = rows.slice(0, guestsOnPage);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      person: toPerson(app, row),
      answer,
      at: row.at,
      isCheckedIn: isHost && row.checked_in_at !== null,
    })),
    next: rows.length > guestsOnPage && last ? placeOf(last.at, last.id) : undefined,
  };
}

/** A place in a list by a time and an id. */
const placeOf = (at: Date, id: string): string => `${at.getTime()}-${id}`;

function parsePlace(place: string): { at: Date; id: string } {
  const [, at, id] = /^(\d{1,15})-(\d{1,18})$/.exec(place) ?? [];
  if (at === undefined || id === undefined)
    throw invalid('after', msg('after must be the next_cursor of an earlier page'));
  return { at: new Date(Number(at)), id };
}
