import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { After, Done, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';
import { deletePost } from '../posts/deleting.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { getDate, getEvent } from './event.ts';
import { addEvent, cancelEvent, changeDate, updateEvent } from './events.ts';
import { toTyped } from './new-event.ts';
import { answerRoutes, OfDate } from './answer-api.ts';
import { DateRecord, EventRecord, toDateRecord, toEventRecord } from './records.ts';
import { ticketRoutes } from './tickets/api.ts';
import { eventLists, listDates, listDatesBetween, listEvents } from './reading.ts';

const Time = Type.String({
  maxLength: 40,
  description: 'Local time in `time_zone` such as 2027-03-29T19:00, or a day such as 2027-03-29 for all day',
});

const fields = {
  about: Type.String({ maxLength: 20_000, description: 'At most 4,000 characters' }),
  place: Type.String({ maxLength: 1000, description: 'At most 120 characters' }),
  address: Type.String({ maxLength: 2000, description: 'At most 300 characters' }),
  link: Type.String({ maxLength: 500, description: 'Where it takes place online' }),
  all_day: Type.Boolean(),
  rule: Type.String({
    maxLength: 1000,
    description:
      'Recurrence rule of RFC 5545 with COUNT or UNTIL, by days: FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST. At most 366 dates in ten years',
  }),
  capacity: Type.Integer({ minimum: 0, maximum: 100_000, description: 'Places for each date; 0: no limit' }),
  price: Type.String({
    maxLength: 40,
    description:
      'What a ticket costs, paid from the wallet. Empty or 0: nothing. Needs the permission can_monetize_content',
  }),
};

const NewEvent = Type.Object({
  title: Type.String({ maxLength: 1000, description: 'At most 120 characters' }),
  about: { ...fields.about, default: '' },
  place: { ...fields.place, default: '' },
  address: { ...fields.address, default: '' },
  link: { ...fields.link, default: '' },
  start: Time,
  end: Time,
  time_zone: Type.String({ maxLength: 100 }),
  all_day: { ...fields.all_day, default: false },
  rule: { ...fields.rule, default: '' },
  capacity: { ...fields.capacity, default: 0 },
  price: { ...fields.price, default: '' },
  privacy: Type.Enum(['public', 'friends'], { default: 'public' }),
  page_id: Type.Optional(Id),
  group_id: Type.Optional(Id),
  alt: Type.String({ maxLength: 6000, default: '', description: 'Alt text of the picture' }),
});

const EventChange = Type.Object({
  id: Id,
  title: Type.Optional(NewEvent.properties.title),
  about: Type.Optional(fields.about),
  place: Type.Optional(fields.place),
  address: Type.Optional(fields.address),
  link: Type.Optional(fields.link),
  start: Type.Optional(Time),
  end: Type.Optional(Time),
  time_zone: Type.Optional(NewEvent.properties.time_zone),
  all_day: Type.Optional(fields.all_day),
  rule: Type.Optional(fields.rule),
  capacity: Type.Optional(fields.capacity),
  price: Type.Optional(fields.price),
});

/** Longest time of `events/dates`. */
const longestSpan = 366 * 86_400_000;
const DayQuery = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' });

const member = operations('Events', 'member');
const anyApp = operations('Events', 'app');
const path = '/apis/php/events';

export const eventRoutes = [
  anyApp.get({
    path,
    summary: 'List coming events',
    description:
      'Extension. The next first, 20 per page; of a series, its next date. `mine`: yours, and those that you answered; `following`: of people and pages you follow and groups you are in.',
    query: Type.Object({
      list: Type.Enum([...eventLists], { default: 'upcoming' }),
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Words in the title' })),
      user_id: Type.Optional(Id),
      page_id: Type.Optional(Id),
      group_id: Type.Optional(Id),
      ...After,
    }),
    returns: PageEnvelope(Type.Array(EventRecord)),
    handle: async ({
      app,
      viewer,
      query: { user_id: authorId, page_id: pageId, group_id: groupId, ...query },
    }) => {
      const { items, next } = await listEvents(app, viewer, { ...query, authorId, pageId, groupId });
      return { data: items.map((shown) => toEventRecord(app, viewer, shown)), ...nextPlace(next) };
    },
  }),
  anyApp.get({
    path: `${path}/between`,
    summary: 'List events between two days',
    description:
      'Extension. Every date from `from` up to `to` in UTC, also canceled ones; at most 500 in a year.',
    query: Type.Object({
      from: DayQuery,
      to: DayQuery,
      list: Type.Enum([...eventLists], { default: 'upcoming' }),
    }),
    returns: Envelope(Type.Array(EventRecord)),
    handle: async ({ app, viewer, query }) => {
      const from = new Date(query.from);
      const to = new Date(Math.min(Date.parse(query.to), from.getTime() + longestSpan));
      const items = await listDatesBetween(app, viewer, { from, to }, { list: query.list });
      return { data: items.map((shown) => toEventRecord(app, viewer, shown)) };
    },
  }),
  anyApp.get({
    path: `${path}/event`,
    summary: 'Get an event',
    description: 'Extension. With its next date, or the one asked for. Who sees its post sees it.',
    query: Type.Object(OfDate),
    returns: Envelope(EventRecord),
    handle: async ({ app, viewer, query: { id, date_id } }) => ({
      data: toEventRecord(app, viewer, await getDate(app, viewer, id, date_id)),
    }),
  }),
  anyApp.get({
    path: `${path}/dates`,
    summary: 'List the dates of an event',
    description: 'Extension. All dates of a series in order, at most 366.',
    query: ById,
    returns: Envelope(Type.Array(DateRecord)),
    handle: async ({ app, viewer, query }) => {
      const { event } = await getEvent(app, viewer, query.id);
      const dates = await listDates(app, viewer, query.id);
      return { data: dates.map((date) => toDateRecord(app, { event, date })) };
    },
  }),
  member.post({
    path,
    verb: addEvent,
    summary: 'Add an event',
    description:
      'Extension. It is announced by a post with its id. `page_id`: of a page of yours; `group_id`: in a group of yours, for those who read it. `photos`: its picture, as multipart/form-data.',
    files: { fields: ['photos'], max: 1, bytes: largestPicture },
    body: NewEvent,
    returns: Envelope(EventRecord),
    example: {
      title: 'Baking night',
      about: 'Rye bread for beginners',
      place: 'Community oven',
      address: '',
      link: '',
      all_day: false,
      privacy: 'public',
      alt: '',
      start: '2027-03-29T19:00',
      end: '2027-03-29T21:00',
      time_zone: 'Europe/Berlin',
      rule: 'FREQ=WEEKLY;COUNT=4',
      capacity: 12,
      price: '',
    },
    handle: async ({
      app,
      viewer,
      files,
      body: { page_id: pageId, group_id: groupId, privacy, alt, ...typed },
    }) => {
      const audience = { privacy, pageId, groupId };
      const id = await addEvent(app, viewer, toSubmitted(typed), audience, { files, alt });
      return { data: toEventRecord(app, viewer, await getDate(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/update`,
    verb: updateEvent,
    summary: 'Change an event',
    description:
      'Extension. For its host. Omitted fields stay. Who comes is notified of another time or place.',
    body: EventChange,
    returns: Envelope(EventRecord),
    example: { id: '12', place: 'Town hall' },
    handle: async ({ app, viewer, body: { id, ...change } }) => {
      const { event } = await getEvent(app, viewer, id);
      const former = toTyped(event);
      const { timeZone: time_zone, isAllDay: all_day, capacity, ...same } = former;
      const whole = { ...same, time_zone, all_day, capacity: capacity ?? 0, ...change };
      await updateEvent(app, viewer, id, toSubmitted(whole));
      return { data: toEventRecord(app, viewer, await getDate(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/cancel`,
    verb: cancelEvent,
    summary: 'Cancel an event',
    description: 'Extension. For its host. It stays visible, and who comes is notified.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await cancelEvent(app, viewer, body.id);
      return { message: 'Canceled' };
    },
  }),
  member.post({
    path: `${path}/delete`,
    verb: deletePost,
    summary: 'Delete an event',
    description: 'Extension. Deletes its post, which can be restored for an hour.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await getEvent(app, viewer, body.id);
      await deletePost(app, viewer, body.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: `${path}/dates/change`,
    verb: changeDate,
    summary: 'Move or cancel one date',
    description: 'Extension. For its host. Without `start` and `end` the date is canceled.',
    body: Type.Object({ id: Id, date_id: Id, start: Type.Optional(Time), end: Type.Optional(Time) }),
    returns: Envelope(EventRecord),
    example: { id: '12', date_id: '34', start: '2027-03-30T19:00', end: '2027-03-30T21:00' },
    handle: async ({ app, viewer, body: { id, date_id: dateId, start, end } }) => {
      const isMoved = start !== undefined || end !== undefined;
      const change = isMoved ? { start: start ?? '', end: end ?? '' } : 'cancel';
      await changeDate(app, viewer, { id, dateId }, change);
      return { data: toEventRecord(app, viewer, await getDate(app, viewer, id, dateId)) };
    },
  }),
  ...answerRoutes,
  ...ticketRoutes,
];

const toSubmitted = <Typed extends { time_zone: string; all_day: boolean; capacity: number }>({
  time_zone: timeZone,
  all_day: isAllDay,
  capacity,
  ...typed
}: Typed) => ({ ...typed, timeZone, isAllDay, capacity: capacity === 0 ? null : capacity });
