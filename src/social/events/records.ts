import { type Static, Type } from 'typebox';
import type { App, Viewer } from '../../platform/app.ts';
import { plainMoney } from '../wallet/money.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { answers, mayHost, pathOfEvent, type ShownDate } from './event.ts';
import { toWallTimes } from './schedule.ts';
import { ticketOf } from './tickets/tickets.ts';

export const DateRecord = Type.Object(
  {
    id: Type.String(),
    original: Type.String({
      description: 'The start by the rule, ISO 8601; other than the start if it was moved',
    }),
    starts: Type.String({ description: 'ISO 8601' }),
    ends: Type.String({ description: 'ISO 8601' }),
    start: Type.String({ description: 'Local time in `time_zone`, as requests have it' }),
    end: Type.String({ description: 'Local time in `time_zone`; the last day of an event for all day' }),
    canceled: Type.Boolean(),
    going: Type.Integer(),
    checked_in: Type.Integer({ description: 'Number of guests who were let in' }),
    interested: Type.Integer(),
    waiting: Type.Integer({ description: 'Number of people on the waiting list' }),
    answer: Type.Enum([...answers, 'waiting', ''], {
      description: 'Yours: `waiting` if no place was free when you answered `going`; empty for none',
    }),
    ticket: Type.String({
      description: 'Code that you show at the entrance if you are going; otherwise empty',
    }),
    ticket_url: Type.String({ description: 'What its QR code contains; may be empty' }),
  },
  { title: 'EventDate' },
);

export const EventRecord = Type.Object(
  {
    id: Type.String({ description: 'That of the post that announces it' }),
    title: Type.String(),
    about: Type.String(),
    place: Type.String(),
    address: Type.String(),
    link: Type.String({
      description:
        'Where it takes place online; may be empty, as for those without a ticket if tickets are sold',
    }),
    time_zone: Type.String({ description: 'A name of IANA, such as Europe/Berlin' }),
    all_day: Type.Boolean(),
    rule: Type.String({ description: 'Recurrence rule of RFC 5545; empty for a single date' }),
    capacity: Type.Integer({ description: 'Places for each date; 0: no limit' }),
    price: Type.String({ description: 'What a ticket costs, such as `4.50`; empty if it is free' }),
    canceled: Type.Boolean(),
    changed: Type.String({ description: 'ISO 8601' }),
    picture: Type.String({ description: 'URL of the cover; may be empty' }),
    author: AuthorRecord,
    page_id: Type.String({ description: 'The page that hosts it; may be empty' }),
    group_id: Type.String({ description: 'The group that it is in; may be empty' }),
    privacy: Type.Enum(['public', 'friends', 'me', 'group'], { description: 'Who sees it' }),
    i_host: Type.Boolean({ description: 'Whether you can change it' }),
    url: Type.String(),
    date: DateRecord,
  },
  { title: 'Event' },
);

export function toDateRecord(
  app: Pick<App, 'config'>,
  { event, date }: Pick<ShownDate, 'event' | 'date'>,
): Static<typeof DateRecord> {
  const ticket = ticketOf(app, { date });
  return {
    id: date.id,
    original: date.originalAt.toISOString(),
    starts: date.startsAt.toISOString(),
    ends: date.endsAt.toISOString(),
    ...toWallTimes({ ...event, ...date }),
    canceled: date.canceledAt !== null || event.canceledAt !== null,
    going: date.going,
    checked_in: date.checkedIn,
    interested: date.interested,
    waiting: date.waiting,
    answer: date.mine ?? '',
    ticket: ticket?.code ?? '',
    ticket_url: ticket?.address ?? '',
  };
}

export function toEventRecord(
  app: App,
  viewer: Viewer | undefined,
  shown: ShownDate,
): Static<typeof EventRecord> {
  const { event, post } = shown;
  const { id, title, about, place, address, link, rule } = event;
  return {
    ...{ id, title, about, place, address, link, rule },
    time_zone: event.timeZone,
    all_day: event.isAllDay,
    capacity: event.capacity ?? 0,
    price: event.price === null ? '' : plainMoney(event.price),
    canceled: event.canceledAt !== null,
    changed: event.updatedAt.toISOString(),
    picture: post.photos[0]?.address ?? '',
    author: toAuthorRecord(app, post.author),
    page_id: post.page?.id ?? '',
    group_id: post.group?.id ?? '',
    privacy: post.privacy,
    i_host: mayHost(post, viewer),
    url: `${app.config.plazaUrl}${pathOfEvent(event)}`,
    date: toDateRecord(app, shown),
  };
}
